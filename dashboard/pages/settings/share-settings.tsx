import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { ShareLink } from '../../api/types.ts';
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatDateTime } from '../../format.ts';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { NewShareLink } from './new-share-link.tsx';

const NEWEST_FIRST = { column: 'created', isDescending: true };
const STATES: Record<ShareLink['state'], string> = { active: 'Active', expired: 'Expired', revoked: 'Revoked' };

/** Links that show the dashboard to people without an account. */
export function ShareSettings() {
  const { selection, canWrite } = useView();
  const query = useQuery(listQuery(selection.project, 'GET /share-links'));
  const [leaving, setLeaving] = useState<ShareLink | null>(null);
  const columns = useMemo(() => toColumns(canWrite ? { onRevoke: setLeaving } : {}), [canWrite]);
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <div className="page">
      {canWrite ? <NewShareLink /> : null}
      <DataTable
        label="Share links"
        fileName="share-links"
        columns={columns}
        rows={query.data}
        toId={({ id }) => id}
        sorting={NEWEST_FIRST}
        tools={<h2>Share links</h2>}
        empty={
          <Empty title="No share links yet">
            <p>
              A link shows this project’s pages Overview, Compare, Prompts, Answers and Sources to anybody who has it.
              They need no account, cannot change anything, and see no settings and no costs.
            </p>
          </Empty>
        }
      />
      {leaving ? <RevokeLink link={leaving} onClose={() => setLeaving(null)} /> : null}
    </div>
  );
}

function RevokeLink({ link, onClose }: { link: ShareLink; onClose(): void }) {
  const revoking = useAction(
    (_: undefined, project_id) => ask('DELETE /share-links/{id}', { id: link.id, project_id }),
    {
      onDone: onClose,
    },
  );
  return (
    <ConfirmDialog
      title={`Revoke ${toName(link)}?`}
      words={{ act: 'Revoke link', acting: 'Revoking…', failed: 'The link was not revoked.' }}
      action={revoking}
      onClose={onClose}
    >
      <p>The link stops working at once, also for people who have it open. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

function toName({ name }: ShareLink): string {
  return name || 'Unnamed link';
}

function toColumns({ onRevoke }: { onRevoke?(link: ShareLink): void }): Column<ShareLink>[] {
  const isOver = ({ state }: ShareLink) => state !== 'active';
  return [
    {
      id: 'name',
      name: 'Name',
      width: 9,
      grow: 1.4,
      cell: (link) => (
        <span className={`two-lines${isOver(link) ? ' quiet' : ''}`} dir="auto">
          {toName(link)}
        </span>
      ),
      sortBy: toName,
      file: ({ name }) => name,
    },
    {
      id: 'created',
      name: 'Created',
      width: 10.5,
      hideOrder: 1,
      cell: ({ created_at }) => formatDateTime(created_at),
      sortBy: ({ created_at }) => created_at,
      file: ({ created_at }) => created_at,
    },
    {
      id: 'expires',
      name: 'Expires',
      width: 10.5,
      cell: (link) => <span className={isOver(link) ? 'quiet' : ''}>{formatDateTime(link.expires_at)}</span>,
      sortBy: ({ expires_at }) => expires_at,
      file: ({ expires_at }) => expires_at,
    },
    {
      id: 'used',
      name: 'Last used',
      width: 10.5,
      hideOrder: 2,
      cell: ({ last_used_at }) => (last_used_at ? formatDateTime(last_used_at) : <span className="quiet">Never</span>),
      sortBy: ({ last_used_at }) => last_used_at ?? undefined,
      file: ({ last_used_at }) => last_used_at,
    },
    {
      id: 'state',
      name: 'Status',
      width: 5,
      cell: (link) => <span className={isOver(link) ? 'quiet' : ''}>{STATES[link.state]}</span>,
      sortBy: ({ state }) => state,
      file: ({ state }) => state,
    },
    ...(onRevoke
      ? [
          {
            id: 'revoke',
            name: 'Revoke',
            width: 5.5,
            isHeadingHidden: true,
            cell: (link: ShareLink) =>
              isOver(link) ? null : (
                <button
                  type="button"
                  className="button is-plain is-danger"
                  aria-label={`Revoke ${toName(link)}`}
                  onClick={() => onRevoke(link)}
                >
                  Revoke
                </button>
              ),
          },
        ]
      : []),
  ];
}
