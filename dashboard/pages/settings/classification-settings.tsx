import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useView } from '../../filters/view.tsx';
import { NamedList } from './named-list.tsx';

type Kind = 'domain' | 'url';

/** Custom classes for domains and pages, and their assignments. */
export function ClassificationSettings() {
  return (
    <div className="settings-columns">
      <Classifications
        kind="domain"
        title="Domain classes"
        hint="Custom classes override the automatic ones. Assign them here or on the Sources page."
      />
      <Classifications kind="url" title="Page classes" hint="Custom classes for individual pages." />
    </div>
  );
}

function Classifications({ kind, title, hint }: { kind: Kind; title: string; hint: string }) {
  const { selection } = useView();
  const path = `/classifications/${kind}s`;
  const query = useQuery(listQuery<Classification>(selection.project, path));
  const adding = useAction((classification: Classification, project) =>
    ask(path, { method: 'POST', body: { project_id: project, ...classification } }),
  );
  const removing = useAction(({ name }: Classification, project) =>
    ask(path, { method: 'DELETE', body: { project_id: project, name } }),
  );
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <NamedList
      title={title}
      noun={kind === 'domain' ? 'domain class' : 'page class'}
      hint={hint}
      items={query.data}
      toId={({ name }) => name}
      maxLength={60}
      hasColor
      removal={`Its ${kind === 'domain' ? 'domains' : 'pages'} return to their automatic class.`}
      adding={adding}
      removing={removing}
    >
      <Assignments kind={kind} classifications={query.data} />
    </NamedList>
  );
}

type Assignment = { classification: string } & Partial<Record<Kind, string>>;

function Assignments({ kind, classifications }: { kind: Kind; classifications: readonly Classification[] }) {
  const { selection, canWrite } = useView();
  const [target, setTarget] = useState('');
  const [chosen, setChosen] = useState('');
  const query = useQuery(listQuery<Assignment>(selection.project, `/classifications/${kind}-assignments`));
  const assigning = useAction(
    ({ target: address, classification }: { target: string; classification: string | null }, project) =>
      ask(`/classifications/${kind}-assignments`, {
        method: 'PUT',
        body: { project_id: project, [kind]: address, classification },
      }),
  );
  const noun = kind === 'domain' ? 'domain' : 'page';
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (classifications.length === 0) return null;
  return (
    <>
      <h3>Assigned {noun}s</h3>
      <ul className="named-list">
        {query.data?.map((assignment) => (
          <li key={assignment[kind]}>
            <span>
              {assignment[kind]} <span className="quiet">{assignment.classification}</span>
            </span>
            {canWrite ? (
              <button
                type="button"
                className="button is-plain"
                aria-label={`Remove ${assignment[kind]} from ${assignment.classification}`}
                onClick={() => assigning.mutate({ target: assignment[kind]!, classification: null })}
              >
                Remove
              </button>
            ) : null}
          </li>
        ))}
        {query.data?.length === 0 ? <li className="quiet">No assigned {noun}s yet.</li> : null}
      </ul>
      {canWrite ? (
        <form
          className="named-add"
          onSubmit={(event) => {
            event.preventDefault();
            assigning.mutate(
              { target, classification: chosen || classifications[0]!.name },
              { onSuccess: () => setTarget('') },
            );
          }}
        >
          <div className="form-row">
            <label className="field">
              <span>{kind === 'domain' ? 'Domain' : 'Page URL'}</span>
              <input
                value={target}
                required
                placeholder={kind === 'domain' ? 'example.com' : 'https://example.com/page'}
                onChange={(event) => setTarget(event.target.value)}
              />
            </label>
            <label className="field">
              <span>Class</span>
              <select value={chosen || classifications[0]!.name} onChange={(event) => setChosen(event.target.value)}>
                {classifications.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          </div>
          {assigning.error ? <Failure error={assigning.error} title={`The ${noun} was not assigned.`} /> : null}
          <button type="submit" className="button" disabled={assigning.isPending || target.trim() === ''}>
            Assign {noun}
          </button>
        </form>
      ) : null}
    </>
  );
}
