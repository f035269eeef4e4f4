import { NEW_PROJECT } from '../filters/view.tsx';
import { Link } from '../routing/link.tsx';
import { toHref } from '../routing/location.ts';

/** Shown if the key has no project, or if the URL names one that the key has no access to. */
export function ChooseProject({
  projects,
  canCreate,
}: {
  projects: readonly { id: string; name: string }[];
  canCreate: boolean;
}) {
  const hasProjects = projects.length > 0;
  return (
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
      ) : (
        <p>There are no projects yet. Sign in with a company key with write access to create one.</p>
      )}
      {canCreate ? (
        <p>
          <Link className="button" href={NEW_PROJECT}>
            New project
          </Link>
        </p>
      ) : null}
    </div>
  );
}
