import { useQuery } from '@tanstack/react-query';
import { MAX_LABEL_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { tagsQuery, topicsQuery } from '../../api/queries.ts';
import type { Tag, Topic } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { useSelection } from '../../filters/view.tsx';
import { NamedList } from './named-list.tsx';

function useLabels(path: '/topics' | '/tags') {
  const adding = useAction(
    ({ name, color }: { name: string; color: string }, project): Promise<unknown> =>
      path === '/tags'
        ? ask('POST /tags', { project_id: project, name, color })
        : ask('POST /topics', { project_id: project, name }),
  );
  const removing = useAction(({ id }: { id: string }, project) =>
    ask(`DELETE ${path}/{id}`, { id, project_id: project }),
  );
  return { adding, removing };
}

/** The topics and tags of prompts. */
export function LabelSettings() {
  const { project } = useSelection();
  const topics = useQuery(topicsQuery(project));
  const tags = useQuery(tagsQuery(project));
  const topicChanges = useLabels('/topics');
  const tagChanges = useLabels('/tags');
  const failed = [topics, tags].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!topics.data || !tags.data) return <Loading />;
  return (
    <div className="settings-columns">
      <NamedList<Topic>
        title="Topics"
        noun="topic"
        hint="A prompt has at most one topic."
        items={topics.data}
        toId={({ id }) => id}
        maxLength={MAX_LABEL_LENGTH}
        hasColor={false}
        removal="Its prompts are kept, without a topic."
        {...topicChanges}
      />
      <NamedList<Tag>
        title="Tags"
        noun="tag"
        hint="A prompt can have any number of tags."
        items={tags.data}
        toId={({ id }) => id}
        maxLength={MAX_LABEL_LENGTH}
        hasColor
        removal="Its prompts are kept, without the tag."
        {...tagChanges}
      />
    </div>
  );
}
