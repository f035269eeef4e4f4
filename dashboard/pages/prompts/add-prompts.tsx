import { useState } from 'react';
import { MAX_PROMPT_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import type { Tag, Topic } from '../../api/types.ts';
import { ChoiceList } from '../../controls/choice-list.tsx';
import { CountrySelect } from '../../controls/country-select.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { useAction } from '../../filters/use-action.ts';
import { formatCount, formatWhole } from '../../format.ts';
import { FirstAsk } from '../collection/first-ask-note.tsx';
import { TopicSelect } from './topic-select.tsx';

interface Draft {
  text: string;
  country: string;
  topic: string;
  tags: string[];
}

const EMPTY_DRAFT: Draft = { text: '', country: 'US', topic: '', tags: [] };

interface Outcome {
  added: number;
  duplicates: number;
  warning?: string | undefined;
  /** Lines that were rejected, with the reason. */
  rejected: { line: string; message: string }[];
}

/** Adds one prompt, or several from pasted lines. */
export function AddPrompts({
  topics,
  tags,
  onClose,
}: {
  topics: readonly Topic[];
  tags: readonly Tag[];
  onClose(): void;
}) {
  const [draft, setDraft] = useDraft('prompts', EMPTY_DRAFT);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const lines = toLines(draft.text);
  const adding = useAction(add, {
    onDone: (result) => {
      setOutcome(result);
      // Rejected lines stay in the form to be corrected.
      setDraft({ ...draft, text: result.rejected.map(({ line }) => line).join('\n') });
    },
  });
  const tooLong = lines.filter((line) => [...line].length > MAX_PROMPT_LENGTH).length;
  return (
    <Dialog title="Add prompts" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate({ ...draft, lines });
        }}
      >
        <label className="field">
          <span>Prompts (one per line)</span>
          <textarea
            rows={7}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.target.value })}
            placeholder="Which espresso machine is easy to repair?"
            dir="auto"
          />
          <small>
            {formatCount(lines.length, 'prompt')}
            {tooLong > 0 ? `, ${formatWhole(tooLong)} longer than ${MAX_PROMPT_LENGTH} characters` : ''}
          </small>
        </label>
        <div className="form-row">
          <CountrySelect
            label="Country"
            value={draft.country}
            onChange={(country) => setDraft({ ...draft, country })}
          />
          <TopicSelect topics={topics} value={draft.topic} onChange={(topic) => setDraft({ ...draft, topic })} />
        </div>
        {tags.length > 0 ? (
          <div className="field">
            <span>Tags</span>
            <ChoiceList
              label="Tags"
              choices={tags}
              chosen={draft.tags}
              onChange={(chosen) => setDraft({ ...draft, tags: chosen })}
            />
          </div>
        ) : null}
        <FirstAsk subject="New prompts" />
        {adding.error ? <Failure error={adding.error} title="No prompts were added." /> : null}
        {outcome && !adding.isPending ? <OutcomeNotice outcome={outcome} /> : null}
        <div className="form-actions">
          <button type="submit" className="button is-primary" disabled={lines.length === 0 || adding.isPending}>
            {adding.isPending ? 'Adding…' : lines.length === 0 ? 'Add' : `Add ${formatCount(lines.length, 'prompt')}`}
          </button>
          <button type="button" className="button is-plain" onClick={onClose}>
            Done
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

async function add({ lines, country, topic, tags }: Draft & { lines: string[] }, project: string): Promise<Outcome> {
  const toPrompt = (text: string) => ({
    text,
    country_code: country,
    ...(tags.length > 0 ? { tag_ids: tags } : {}),
    ...(topic === '' ? {} : { topic_id: topic }),
  });
  if (lines.length === 1) {
    const { warning } = await ask('POST /prompts', { project_id: project, ...toPrompt(lines[0]!) });
    return { added: 1, duplicates: 0, warning, rejected: [] };
  }
  const input = { project_id: project, prompts: lines.map(toPrompt) };
  const { accepted, duplicates, ...batch } = await ask('POST /prompts/bulk', input);
  const rejected = batch.rejected.map(({ index, message }) => ({ line: lines[index]!, message }));
  return { added: accepted, duplicates, rejected };
}

function OutcomeNotice({ outcome: { added, duplicates, warning, rejected } }: { outcome: Outcome }) {
  return (
    <div className={`notice${rejected.length === 0 && !warning ? ' is-good' : ''}`} role="status">
      <p>
        {formatCount(added, 'prompt')} added.
        {duplicates > 0 ? ` ${formatWhole(duplicates)} already existed.` : ''} {warning}
      </p>
      {rejected.slice(0, 20).map(({ line, message }) => (
        <p key={line}>
          <q>{line.slice(0, 80)}</q>: {message}
        </p>
      ))}
    </div>
  );
}
