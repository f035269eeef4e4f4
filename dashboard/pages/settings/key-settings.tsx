import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask, MAX_LIMIT } from '../../api/client.ts';
import { projectsQuery } from '../../api/queries.ts';
import type { ApiKey } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { useView } from '../../filters/view.tsx';
import { formatMoment } from '../../format.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';

const NEWEST_FIRST = { column: 'created', isDescending: true };

/** The company's keys; a new one is shown once. */
export function KeySettings() {
  const { caller, canWrite } = useView();
  const client = useQueryClient();
  const projects = useQuery(projectsQuery(caller)).data;
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await ask('GET /keys', { limit: MAX_LIMIT }, { signal })).data,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['keys'] });
  const { mutate: revoke, ...revoking } = useMutation({
    mutationFn: (id: string) => ask('DELETE /keys/{id}', { id }),
    onSuccess: refresh,
  });
  const columns = useMemo(() => {
    const names = new Map(projects?.map(({ id, name }) => [id, name]));
    return toColumns({ names, ownId: caller.id, ...(canWrite ? { onRevoke: revoke } : {}) });
  }, [projects, caller, canWrite, revoke]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <div className="page">
      {canWrite ? <NewKey onMade={refresh} projects={projects ?? []} /> : null}
      {revoking.error ? <Failure error={revoking.error} doing="The key was not revoked." /> : null}
      <DataTable
        label="Keys"
        fileName="keys"
        columns={columns}
        rows={query.data}
        toId={({ id }) => id}
        sorting={NEWEST_FIRST}
        tools={<h2>Keys</h2>}
        empty={<Empty title="No keys" />}
      />
    </div>
  );
}

function NewKey({ onMade, projects }: { onMade(): void; projects: readonly { id: string; name: string }[] }) {
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const [rights, setRights] = useState<ApiKey['rights']>('write');
  const [isCopied, setCopied] = useState(false);
  const making = useMutation({
    mutationFn: () =>
      ask('POST /keys', { rights, ...(name.trim() ? { name } : {}), ...(project ? { project_id: project } : {}) }),
    onSuccess: () => {
      setName('');
      setCopied(false);
      onMade();
    },
  });
  const made = making.data?.key;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate();
      }}
    >
      <h2>A new key</h2>
      <div className="form-row">
        <label className="field">
          <span>What it is for</span>
          <input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span>What it sees</span>
          <select value={project} onChange={(event) => setProject(event.target.value)}>
            <option value="">Every project of the company</option>
            {projects.map((one) => (
              <option key={one.id} value={one.id}>
                Only {one.name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>What it may do</span>
          <select value={rights} onChange={(event) => setRights(event.target.value as ApiKey['rights'])}>
            <option value="write">Read and write</option>
            <option value="read">Only read</option>
          </select>
        </label>
      </div>
      {making.error ? <Failure error={making.error} doing="No key was made." /> : null}
      {made ? (
        <div className="notice is-good key-shown" role="status">
          <p>Your new key, shown this once:</p>
          <code>{made}</code>
          <button
            type="button"
            className="button"
            onClick={() => void navigator.clipboard.writeText(made).then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </button>
        </div>
      ) : null}
      <div className="form-ends">
        <button type="submit" className="button is-primary" disabled={making.isPending}>
          Make a key
        </button>
      </div>
    </form>
  );
}

interface Surroundings {
  names: ReadonlyMap<string, string>;
  ownId: string;
  onRevoke?(id: string): void;
}

function toColumns({ names, ownId, onRevoke }: Surroundings): Column<ApiKey>[] {
  const scope = ({ project }: ApiKey) => (project ? (names.get(project.id) ?? 'a project') : 'every project');
  const state = ({ revoked_at }: ApiKey) => (revoked_at ? 'revoked' : 'live');
  return [
    {
      id: 'name',
      name: 'Key',
      width: 9,
      grow: 1.4,
      cell: ({ id, name, revoked_at }) => (
        <span className={revoked_at ? 'quiet' : ''}>
          {name || 'unnamed'} {id === ownId ? <span className="badge">yours</span> : null}
        </span>
      ),
      sortBy: ({ name }) => name,
      file: ({ name }) => name,
    },
    {
      id: 'scope',
      name: 'Sees',
      width: 8,
      grow: 1,
      cell: (key) => <span className="one-line">{scope(key)}</span>,
      sortBy: scope,
      file: scope,
    },
    {
      id: 'rights',
      name: 'May',
      width: 6,
      cell: ({ rights }) => rights,
      sortBy: ({ rights }) => rights,
      file: ({ rights }) => rights,
    },
    {
      id: 'created',
      name: 'Made',
      width: 11,
      hideOrder: 1,
      cell: ({ created_at }) => formatMoment(created_at),
      sortBy: ({ created_at }) => created_at,
      file: ({ created_at }) => created_at,
    },
    {
      id: 'used',
      name: 'Last used',
      width: 11,
      cell: ({ last_used_at }) => (last_used_at ? formatMoment(last_used_at) : <span className="quiet">never</span>),
      sortBy: ({ last_used_at }) => last_used_at ?? undefined,
      file: ({ last_used_at }) => last_used_at,
    },
    {
      id: 'state',
      name: 'State',
      width: 7,
      cell: (key) =>
        key.revoked_at || !onRevoke || key.id === ownId ? (
          <span className="quiet">{state(key)}</span>
        ) : (
          <button
            type="button"
            className="button is-plain is-danger"
            aria-label={`Revoke ${key.name || 'the unnamed key'}`}
            onClick={() => onRevoke(key.id)}
          >
            Revoke
          </button>
        ),
      file: state,
    },
  ];
}
