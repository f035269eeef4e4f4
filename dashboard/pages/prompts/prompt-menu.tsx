import { ask } from '../../api/client.ts';
import type { StoredPrompt, Tag, Topic } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Failure } from '../../controls/notices.tsx';

interface PromptMenuProps {
  label: string;
  name?: string;
  prompts: readonly StoredPrompt[];
  topics: readonly Topic[];
  tags: readonly Tag[];
  onDone?(): void;
}

/** What can be done with one prompt, or with several at once. */
export function PromptMenu({ label, name, prompts, topics, tags, onDone }: PromptMenuProps) {
  const isArchived = prompts[0]?.is_archived ?? false;
  const changing = useAction(async (toChanges: (prompt: StoredPrompt) => object, project) => {
    for (const prompt of prompts) {
      await ask(`/prompts/${prompt.id}`, { method: 'PATCH', body: { project_id: project, ...toChanges(prompt) } });
    }
  });
  const archiving = useAction(
    async (verb: 'archive' | 'unarchive', project) => {
      for (const { id } of prompts)
        await ask(`/prompts/${id}/${verb}`, { method: 'POST', body: { project_id: project } });
    },
    { onDone: () => onDone?.() },
  );
  const shared = tags
    .filter(({ id }) => prompts.every((prompt) => prompt.tags.some((tag) => tag.id === id)))
    .map(({ id }) => id);
  const setTags = (chosen: string[]) =>
    changing.mutate(({ tags: before }) => {
      const kept = before.map(({ id }) => id).filter((id) => !shared.includes(id) || chosen.includes(id));
      return { tag_ids: [...new Set([...kept, ...chosen])] };
    });
  const topic = prompts.every((prompt) => prompt.topic?.id === prompts[0]?.topic?.id)
    ? (prompts[0]?.topic?.id ?? '')
    : '';
  const error = changing.error ?? archiving.error;
  return (
    <Menu label={label} align="end" hasCaret={name === undefined} className="prompt-menu" {...(name ? { name } : {})}>
      {(close) => (
        <div className="prompt-menu-body">
          <label className="field">
            <span>Topic</span>
            <select
              value={topic}
              disabled={changing.isPending}
              onChange={(event) => changing.mutate(() => ({ topic_id: event.target.value || null }))}
            >
              <option value="">No topic</option>
              {topics.map(({ id, name: text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </label>
          <p className="field">
            <span>Tags</span>
          </p>
          <ChoiceList label="Tags" choices={tags} chosen={shared} onChange={setTags} />
          {error ? <Failure error={error} doing="This was not changed." /> : null}
          <button
            type="button"
            className="button"
            disabled={archiving.isPending}
            onClick={() => {
              archiving.mutate(isArchived ? 'unarchive' : 'archive');
              close();
            }}
          >
            {isArchived ? 'Take out of the archive' : 'Archive'}
          </button>
          <p className="quiet prompt-menu-note">
            {isArchived ? 'It is then asked again.' : 'It is then asked no more; its answers stay.'}
          </p>
        </div>
      )}
    </Menu>
  );
}
