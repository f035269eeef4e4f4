import { useQuery } from '@tanstack/react-query';
import { channelsQuery, modelsQuery } from '../../api/queries.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useSelection } from '../../filters/view.tsx';
import { ChannelEditor, type ChannelHome } from './channel-editor.tsx';
import { presetsQuery, secretsQuery } from './collection-queries.ts';

/** Sets up a channel: `new`, or the one with this ID. */
export function ChannelPage({ id, home }: { id: string; home?: ChannelHome }) {
  const { project } = useSelection();
  const channels = useQuery(channelsQuery(project));
  const models = useQuery(modelsQuery(project));
  const secrets = useQuery(secretsQuery(project));
  const presets = useQuery(presetsQuery(project));
  const failed = [channels, models, secrets, presets].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!channels.data || !models.data || !secrets.data || !presets.data) return <Loading />;
  const channel = channels.data.find((candidate) => candidate.id === id);
  if (id !== 'new' && !channel) return <Failure error="Its model may have been deleted." title="Channel not found." />;
  return (
    <ChannelEditor
      key={id}
      home={home}
      channel={channel}
      channels={channels.data}
      models={models.data}
      secrets={secrets.data}
      presets={presets.data}
    />
  );
}
