import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignClassification, type SourceKind } from '../../api/classifications.ts';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Classification } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { NamedList } from './named-list.tsx';

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

function Classifications({ kind, title, hint }: { kind: SourceKind; title: string; hint: string }) {
  const { selection } = useView();
  const path = `/classifications/${kind}s` as const;
  const query = useQuery(listQuery(selection.project, `GET ${path}`));
  const adding = useAction((classification: Classification, project) =>
    ask(`POST ${path}`, { project_id: project, ...classification }),
  );
  const removing = useAction(({ name }: Classification, project) =>
    ask(`DELETE ${path}`, { project_id: project, name }),
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

function Assignments({ kind, classifications }: { kind: SourceKind; classifications: readonly Classification[] }) {
  const { selection, canWrite } = useView();
  const [target, setTarget] = useState('');
  const [chosen, setChosen] = useState('');
  const query = useQuery(listQuery(selection.project, `GET /classifications/${kind}-assignments`));
  const assigned = query.data?.map((assignment) => ({
    target: 'domain' in assignment ? assignment.domain : assignment.url,
    classification: assignment.classification,
  }));
  const assigning = useAction((assignment: { target: string; classification: string | null }, project) =>
    assignClassification(kind, { project, ...assignment }),
  );
  const noun = kind === 'domain' ? 'domain' : 'page';
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (classifications.length === 0) return null;
  return (
    <>
      <h3>Assigned {noun}s</h3>
      <ul className="named-list">
        {assigned?.map((assignment) => (
          <li key={assignment.target}>
            <span>
              {assignment.target} <span className="quiet">{assignment.classification}</span>
            </span>
            {canWrite ? (
              <button
                type="button"
                className="button is-plain"
                aria-label={`Remove ${assignment.target} from ${assignment.classification}`}
                onClick={() => assigning.mutate({ ...assignment, classification: null })}
              >
                Remove
              </button>
            ) : null}
          </li>
        ))}
        {assigned?.length === 0 ? <li className="quiet">No assigned {noun}s yet.</li> : null}
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
