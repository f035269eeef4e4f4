import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import type { Delivery, Webhook } from '../../api/types.ts';
import { Dialog } from '../../controls/dialog.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatDateTime } from '../../format.ts';

const SHOWN = 20;
const POLL_MS = 2000;

const STATES: Record<Delivery['state'], string> = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' };

/** What was sent to a webhook lately, and a test. */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { selection, canWrite } = useView();
  const { project } = selection;
  const query = useQuery({
    queryKey: ['project', project, 'deliveries', webhook.id],
    queryFn: ({ signal }) =>
      ask('GET /webhooks/{id}/deliveries', { id: webhook.id, project_id: project, limit: SHOWN }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'pending') ? POLL_MS : false),
  });
  const testing = useAction((id: string, project_id) => ask('POST /webhooks/{id}/test', { id, project_id }));
  const repeating = useAction((id: string, project_id) => ask('POST /deliveries/{id}/repeat', { id, project_id }));
  const error = testing.error ?? repeating.error;
  return (
    <Dialog title={`Sent to ${webhook.url.replace('mailto:', '')}`} onClose={onClose}>
      {query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <DeliveryList
          deliveries={query.data.data}
          {...(canWrite ? { onRepeat: (id: string) => repeating.mutate(id) } : {})}
        />
      ) : (
        <Loading />
      )}
      {error ? <Failure error={error} title="Nothing was sent." /> : null}
      {canWrite ? (
        <div className="form-actions">
          <button
            type="button"
            className="button is-primary"
            disabled={testing.isPending || !webhook.is_active}
            onClick={() => testing.mutate(webhook.id)}
          >
            Send a test
          </button>
        </div>
      ) : null}
    </Dialog>
  );
}

function DeliveryList({ deliveries, onRepeat }: { deliveries: readonly Delivery[]; onRepeat?(id: string): void }) {
  if (deliveries.length === 0) return <Empty title="Nothing was sent yet" />;
  return (
    <ul>
      {deliveries.map(({ id, event, state, message, created_at, next_attempt_at }) => (
        <li key={id}>
          <p dir="auto">{event.text.split('\n')[0]}</p>
          <p className="quiet">
            {STATES[state]}, {formatDateTime(created_at)}. {message}{' '}
            {next_attempt_at && message ? `Next attempt: ${formatDateTime(next_attempt_at)}. ` : null}
            {onRepeat ? (
              <button type="button" className="button is-plain" onClick={() => onRepeat(id)}>
                Send again
              </button>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
