import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ask } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Switch } from '../../controls/switch.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import type { Column } from '../../table/columns.ts';
import { DataTable } from '../../table/data-table.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { describeEvents } from './webhook-events.tsx';

const BY_TARGET = { column: 'url', isDescending: false };

/** Who is told when something happens in the project. */
export function NotificationSettings() {
  const { selection, canWrite } = useView();
  const query = useQuery(listQuery(selection.project, 'GET /webhooks'));
  const [shown, setShown] = useState<Webhook | null>(null);
  const [rotating, setRotating] = useState<Webhook | null>(null);
  const [leaving, setLeaving] = useState<Webhook | null>(null);
  const { mutate: change, error } = useAction(({ id, is_active }: Pick<Webhook, 'id' | 'is_active'>, project_id) =>
    ask('PATCH /webhooks/{id}', { id, is_active, project_id }),
  );
  const columns = useMemo(
    () =>
      toColumns({
        onShow: setShown,
        ...(canWrite ? { onSwitch: change, onRotate: setRotating, onDelete: setLeaving } : {}),
      }),
    [canWrite, change],
  );
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <div className="page">
      {canWrite ? <NewWebhook /> : null}
      {error ? <Failure error={error} title="The notification was not changed." /> : null}
      <DataTable
        label="Notifications"
        fileName="notifications"
        columns={columns}
        rows={query.data}
        toId={({ id }) => id}
        sorting={BY_TARGET}
        tools={<h2>Notifications</h2>}
        empty={
          <Empty title="No notifications yet">
            <p>No one is notified yet when a run fails, the budget is reached or a metric changes.</p>
          </Empty>
        }
      />
      {shown ? <WebhookDeliveries webhook={shown} onClose={() => setShown(null)} /> : null}
      {rotating ? <RotateSecret webhook={rotating} onClose={() => setRotating(null)} /> : null}
      {leaving ? <DeleteWebhook webhook={leaving} onClose={() => setLeaving(null)} /> : null}
    </div>
  );
}

function toName({ url }: Webhook): string {
  return url.replace('mailto:', '');
}

/** Replaces the secret of a webhook, and shows the new one once. */
function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const rotating = useAction((_: undefined, project_id) =>
    ask('POST /webhooks/{id}/secret', { id: webhook.id, project_id }),
  );
  if (rotating.data) {
    return (
      <Dialog title={`New secret of ${toName(webhook)}`} onClose={onClose}>
        <div className="notice is-good key-shown" role="status">
          <p>Copy the new secret now. It is shown only once. The previous one works for 24 more hours.</p>
          <code>{rotating.data.secret}</code>
        </div>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Rotate the secret of ${toName(webhook)}?`}
      words={{ act: 'Rotate secret', acting: 'Rotating…', failed: 'The secret was not rotated.' }}
      action={rotating}
      onClose={onClose}
    >
      <p>
        Messages are signed with a new secret from now on, and for 24 hours also with the current one. Give your program
        the new secret within that time. It must accept two signatures meanwhile.
      </p>
    </ConfirmDialog>
  );
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const deleting = useAction(
    (_: undefined, project_id) => ask('DELETE /webhooks/{id}', { id: webhook.id, project_id }),
    {
      onDone: onClose,
    },
  );
  return (
    <ConfirmDialog
      title={`Delete ${toName(webhook)}?`}
      words={{ act: 'Delete notification', acting: 'Deleting…', failed: 'The notification was not deleted.' }}
      action={deleting}
      onClose={onClose}
    >
      <p>Nothing more is sent there, and its delivery history is deleted. This cannot be undone.</p>
    </ConfirmDialog>
  );
}

interface Actions {
  onShow(webhook: Webhook): void;
  onSwitch?(change: Pick<Webhook, 'id' | 'is_active'>): void;
  onRotate?(webhook: Webhook): void;
  onDelete?(webhook: Webhook): void;
}

function toColumns({ onShow, onSwitch, onRotate, onDelete }: Actions): Column<Webhook>[] {
  return [
    {
      id: 'url',
      name: 'Sent to',
      width: 12,
      grow: 1,
      cell: (webhook) => (
        <span className="two-lines" dir="auto">
          {toName(webhook)}
        </span>
      ),
      sortBy: toName,
      file: toName,
    },
    {
      id: 'events',
      name: 'Events',
      width: 14,
      grow: 1.4,
      cell: ({ events }) => <span className="two-lines">{describeEvents(events)}</span>,
      file: ({ events }) => events.join(' '),
    },
    {
      id: 'active',
      name: 'Active',
      width: 5,
      cell: (webhook) => (
        <Switch
          label={`Send to ${toName(webhook)}`}
          isOn={webhook.is_active}
          isDisabled={!onSwitch}
          onChange={(is_active) => onSwitch?.({ id: webhook.id, is_active })}
        />
      ),
      file: ({ is_active }) => (is_active ? 'yes' : 'no'),
    },
    {
      id: 'sent',
      name: 'Sent',
      width: 5.5,
      isHeadingHidden: true,
      cell: (webhook) => (
        <button
          type="button"
          className="button is-plain"
          aria-label={`Deliveries to ${toName(webhook)}`}
          onClick={() => onShow(webhook)}
        >
          Deliveries…
        </button>
      ),
    },
    ...(onRotate
      ? [
          {
            id: 'rotate',
            name: 'Rotate secret',
            width: 7,
            isHeadingHidden: true,
            // E-mail is not signed.
            cell: (webhook: Webhook) =>
              webhook.format === 'email' ? null : (
                <button
                  type="button"
                  className="button is-plain"
                  aria-label={`Rotate secret of ${toName(webhook)}`}
                  onClick={() => onRotate(webhook)}
                >
                  Rotate secret…
                </button>
              ),
          },
        ]
      : []),
    ...(onDelete
      ? [
          {
            id: 'delete',
            name: 'Delete',
            width: 5.5,
            isHeadingHidden: true,
            cell: (webhook: Webhook) => (
              <button
                type="button"
                className="button is-plain is-danger"
                aria-label={`Delete ${toName(webhook)}`}
                onClick={() => onDelete(webhook)}
              >
                Delete
              </button>
            ),
          },
        ]
      : []),
  ];
}
