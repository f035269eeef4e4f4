import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { MAX_NAME_LENGTH, MAX_ROWS_PER_PAGE } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { projectsQuery } from '../../api/queries.ts';
import type { ApiKey } from '../../api/types.ts';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { useView } from '../../filters/view.tsx';
import { formatDateTime } from '../../format.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';

const NEWEST_FIRST = { column: 'created', isDescending: true };

/** The company's API keys. A new key is shown only once. */
export function KeySettings() {
  const { caller, canWrite } = useView();
  const client = useQueryClient();
  const projects = useQuery(projectsQuery(caller)).data;
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: async ({ signal }) => (await ask('GET /keys', { limit: MAX_ROWS_PER_PAGE }, { signal })).data,
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
      {canWrite ? <NewKey onCreated={refresh} projects={projects ?? []} /> : null}
      {revoking.error ? <Failure error={revoking.error} title="The key was not revoked." /> : null}
      <DataTable
        label="API keys"
        fileName="keys"
        columns={columns}
        rows={query.data}
        toId={({ id }) => id}
        sorting={NEWEST_FIRST}
        tools={<h2>API keys</h2>}
        empty={<Empty title="No API keys" />}
      />
    </div>
  );
}

function NewKey({ onCreated, projects }: { onCreated(): void; projects: readonly { id: string; name: string }[] }) {
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const [rights, setRights] = useState<ApiKey['rights']>('write');
  const [isCopied, setCopied] = useState(false);
  const creating = useMutation({
    mutationFn: () =>
      ask('POST /keys', { rights, ...(name.trim() ? { name } : {}), ...(project ? { project_id: project } : {}) }),
    onSuccess: () => {
      setName('');
      setCopied(false);
      onCreated();
    },
  });
  const created = creating.data?.key;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate();
      }}
    >
      <h2>New API key</h2>
      <div className="form-row">
        <label className="field">
          <span>Name</span>
          <input value={name} maxLength={MAX_NAME_LENGTH} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span>Access</span>
          <select value={project} onChange={(event) => setProject(event.target.value)}>
            <option value="">All projects</option>
            {projects.map(({ id, name: projectName }) => (
              <option key={id} value={id}>
                {projectName}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Permissions</span>
          <select value={rights} onChange={(event) => setRights(event.target.value as ApiKey['rights'])}>
            <option value="write">Read and write</option>
            <option value="read">Read-only</option>
          </select>
        </label>
      </div>
      {creating.error ? <Failure error={creating.error} title="The key was not created." /> : null}
      {created ? (
        <div className="notice is-good key-shown" role="status">
          <p>Copy your new key now. It is shown only once.</p>
          <code>{created}</code>
          {/* Browsers have no clipboard for pages that come over plain HTTP from another machine. */}
          {'clipboard' in navigator ? (
            <button
              type="button"
              className="button"
              onClick={() => void navigator.clipboard.writeText(created).then(() => setCopied(true))}
            >
              {isCopied ? 'Copied' : 'Copy'}
            </button>
          ) : null}
        </div>
      ) : null}
      <div className="form-actions">
        <button type="submit" className="button is-primary" disabled={creating.isPending}>
          Create key
        </button>
      </div>
    </form>
  );
}

interface ColumnContext {
  names: ReadonlyMap<string, string>;
  ownId: string;
  onRevoke?(id: string): void;
}

function toColumns({ names, ownId, onRevoke }: ColumnContext): Column<ApiKey>[] {
  const toAccess = ({ project }: ApiKey) => (project ? (names.get(project.id) ?? 'One project') : 'All projects');
  const toPermissions = ({ rights }: ApiKey) => (rights === 'write' ? 'Read and write' : 'Read-only');
  const toStatus = ({ revoked_at }: ApiKey) => (revoked_at ? 'Revoked' : 'Active');
  return [
    {
      id: 'name',
      name: 'Name',
      width: 9,
      grow: 1.4,
      cell: ({ id, name, revoked_at }) => (
        <span className={revoked_at ? 'quiet' : ''}>
          {name || 'Unnamed'} {id === ownId ? <span className="badge">current</span> : null}
        </span>
      ),
      sortBy: ({ name }) => name,
      file: ({ name }) => name,
    },
    {
      id: 'access',
      name: 'Access',
      width: 8,
      grow: 1,
      cell: (key) => <span className="one-line">{toAccess(key)}</span>,
      sortBy: toAccess,
      file: toAccess,
    },
    {
      id: 'permissions',
      name: 'Permissions',
      width: 8,
      cell: toPermissions,
      sortBy: toPermissions,
      file: toPermissions,
    },
    {
      id: 'created',
      name: 'Created',
      width: 11,
      hideOrder: 1,
      cell: ({ created_at }) => formatDateTime(created_at),
      sortBy: ({ created_at }) => created_at,
      file: ({ created_at }) => created_at,
    },
    {
      id: 'used',
      name: 'Last used',
      width: 11,
      cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : <span className="quiet">Never</span>),
      sortBy: ({ last_used_at }) => last_used_at ?? undefined,
      file: ({ last_used_at }) => last_used_at,
    },
    {
      id: 'status',
      name: 'Status',
      width: 7,
      cell: (key) =>
        key.revoked_at || !onRevoke || key.id === ownId ? (
          <span className="quiet">{toStatus(key)}</span>
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
      file: toStatus,
    },
  ];
}
