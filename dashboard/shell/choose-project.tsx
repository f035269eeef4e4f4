import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { Failure } from '../controls/notices.tsx';
import { Link } from '../routing/link.tsx';
import { navigate, toHref } from '../routing/location.ts';

/** Shown if there is no project yet, or if the URL names one that the key has no access to. */
export function ChooseProject({
  projects,
  canCreate,
}: {
  projects: readonly { id: string; name: string }[];
  canCreate: boolean;
}) {
  const hasProjects = projects.length > 0;
  return (
    <main className="content">
      <div className="page is-narrow">
        <h1>{hasProjects ? 'Project not found' : 'Welcome to Overheard'}</h1>
        {hasProjects ? (
          <>
            <p>Choose one of your projects.</p>
            <ul className="plain-list">
              {projects.map((project) => (
                <li key={project.id}>
                  <Link href={toHref('/', new URLSearchParams(), { project: project.id })}>{project.name}</Link>
                </li>
              ))}
            </ul>
          </>
        ) : null}
        {canCreate ? <NewProject /> : null}
        {canCreate || hasProjects ? null : (
          <p>There are no projects yet. Sign in with a company key with write access to create one.</p>
        )}
      </div>
    </main>
  );
}

function NewProject() {
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
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate();
      }}
    >
      <h2>New project</h2>
      <label className="field">
        <span>Project name</span>
        <input value={name} maxLength={200} required onChange={(event) => setName(event.target.value)} />
      </label>
      {creating.error ? <Failure error={creating.error} title="The project was not created." /> : null}
      <div className="form-actions">
        <button type="submit" className="button is-primary" disabled={creating.isPending}>
          Create project
        </button>
      </div>
    </form>
  );
}
