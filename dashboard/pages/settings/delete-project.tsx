import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { useSelection } from '../../filters/view.tsx';
import { navigate } from '../../routing/location.ts';

/** Deletes the project that is shown. Whoever does must write its name first: nothing can be brought back. */
export function DeleteProject({ name }: { name: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="form" aria-label="Delete project">
      <p className="quiet">
        Deleting the project deletes its answers, figures, keys and share links. This cannot be undone.
      </p>
      <div className="form-actions">
        <button type="button" className="button is-danger" onClick={() => setAsking(true)}>
          Delete project…
        </button>
      </div>
      {isAsking ? <ConfirmDeletion name={name} onClose={() => setAsking(false)} /> : null}
    </section>
  );
}

function ConfirmDeletion({ name, onClose }: { name: string; onClose(): void }) {
  const { project } = useSelection();
  const client = useQueryClient();
  const [written, setWritten] = useState('');
  const deleting = useMutation({
    mutationFn: (_: undefined) => ask('DELETE /projects/{id}', { id: project }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      navigate('/');
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      words={{ act: 'Delete project', acting: 'Deleting…', failed: 'The project was not deleted.' }}
      action={deleting}
      isReady={written.trim() === name.trim()}
      onClose={onClose}
    >
      <p>All answers and figures of this project will be gone for good. Export or back up what you still need.</p>
      <TextField label={`To confirm, type the name of the project: ${name}`} value={written} onChange={setWritten} />
    </ConfirmDialog>
  );
}
