import { useState } from 'react';
import { ask } from '../../api/client.ts';
import type { Prompt, Tag, Topic } from '../../api/types.ts';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { Menu } from '../../controls/menu.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useAction } from '../../filters/use-action.ts';
import { TopicSelect } from './topic-select.tsx';

interface PromptMenuContent {
  prompts: readonly Prompt[];
  topics: readonly Topic[];
  tags: readonly Tag[];
}

interface PromptMenuProps extends PromptMenuContent {
  label: string;
  name?: string;
  onDone?(): void;
}

/** Edits one prompt, or several at once. */
export function PromptMenu({ label, name, onDone, ...content }: PromptMenuProps) {
  return (
    <Menu label={label} align="end" hasCaret={name === undefined} className="prompt-menu" {...(name ? { name } : {})}>
      {(close) => (
        <PromptEditor
          {...content}
          onArchived={() => {
            close();
            onDone?.();
          }}
        />
      )}
    </Menu>
  );
}

/** Mounted only while its menu is open, because a table can have thousands of rows. */
function PromptEditor({ prompts, topics, tags, onArchived }: PromptMenuContent & { onArchived(): void }) {
  const isArchived = prompts[0]?.is_archived ?? false;
  // The form shows a choice at once, before the service has saved it.
  const [topic, setTopic] = useState(() => toSharedTopic(prompts));
  const [chosen, setChosen] = useState(() => toSharedTags(prompts, tags));
  const changing = useAction(async (toChanges: (prompt: Prompt) => object, project) => {
    for (const prompt of prompts) {
      await ask('PATCH /prompts/{id}', { id: prompt.id, project_id: project, ...toChanges(prompt) });
    }
  });
  const archiving = useAction(
    async (verb: 'archive' | 'unarchive', project) => {
      for (const { id } of prompts) {
        await ask(`POST /prompts/{id}/${verb}`, { id, project_id: project });
      }
    },
    { onDone: onArchived },
  );
  const move = (id: string) => {
    setTopic(id);
    changing.mutate(() => ({ topic_id: id || null }));
  };
  const tag = (next: string[]) => {
    const removed = chosen.filter((id) => !next.includes(id));
    setChosen(next);
    changing.mutate((prompt) => {
      const kept = prompt.tags.map(({ id }) => id).filter((id) => !removed.includes(id));
      return { tag_ids: [...new Set([...kept, ...next])] };
    });
  };
  const error = changing.error ?? archiving.error;
  return (
    <div className="prompt-menu-body">
      <TopicSelect topics={topics} value={topic} onChange={move} />
      <p className="field">
        <span>Tags</span>
      </p>
      <ChoiceList label="Tags" choices={tags} chosen={chosen} onChange={tag} />
      {error ? <Failure error={error} title="The change was not saved." /> : null}
      <button
        type="button"
        className="button"
        disabled={archiving.isPending}
        onClick={() => archiving.mutate(isArchived ? 'unarchive' : 'archive')}
      >
        {isArchived ? 'Unarchive' : 'Archive'}
      </button>
      <p className="quiet prompt-menu-note">
        {isArchived
          ? 'Overheard asks unarchived prompts again.'
          : 'Overheard stops asking archived prompts. Their answers are kept.'}
      </p>
    </div>
  );
}

/** Null if they have different ones. */
function toSharedTopic(prompts: readonly Prompt[]): string | null {
  const [first = '', ...others] = prompts.map(({ topic }) => topic?.id ?? '');
  return others.every((other) => other === first) ? first : null;
}

function toSharedTags(prompts: readonly Prompt[], tags: readonly Tag[]): string[] {
  const hasAll = (id: string) => prompts.every((prompt) => prompt.tags.some((tag) => tag.id === id));
  return tags.map(({ id }) => id).filter(hasAll);
}
