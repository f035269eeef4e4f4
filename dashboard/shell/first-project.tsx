import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { Failure } from '../controls/notices.tsx';
import { Link } from '../routing/link.tsx';
import { navigate, toHref } from '../routing/location.ts';

/** Where the address names no project that one can see, or there is none yet. */
export function FirstProject({
  projects,
  canCreate,
}: {
  projects: readonly { id: string; name: string }[];
  canCreate: boolean;
}) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const creating = useMutation({
    mutationFn: () => ask('POST /projects', { name }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      navigate(toHref('/', new URLSearchParams(), { project: id }));
    },
  });
  return (
    <main className="content">
      <div className="page is-narrow">
        <h1>{projects.length === 0 ? 'Begin with a project' : 'There is no such project'}</h1>
        {projects.length > 0 ? (
          <ul className="plain-list">
            {projects.map((project) => (
              <li key={project.id}>
                <Link href={toHref('/', new URLSearchParams(), { project: project.id })}>{project.name}</Link>
              </li>
            ))}
          </ul>
        ) : null}
        {canCreate ? (
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              creating.mutate();
            }}
          >
            <label className="field">
              <span>Name of the project</span>
              <input value={name} maxLength={200} required onChange={(event) => setName(event.target.value)} />
            </label>
            {creating.error ? <Failure error={creating.error} doing="The project was not created." /> : null}
            <button type="submit" className="button is-primary" disabled={creating.isPending}>
              Create project
            </button>
          </form>
        ) : null}
      </div>
    </main>
  );
}
