import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_LABEL_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { channelsQuery, listQuery, profileQuery, promptsQuery, topicsQuery } from '../../api/queries.ts';
import type { Channel, Profile, Prompt, Topic } from '../../api/types.ts';
import { ChipsField } from '../../controls/chips-field.tsx';
import { CountrySelect } from '../../controls/country-select.tsx';
import { Field } from '../../controls/field.tsx';
import { LanguageSelect } from '../../controls/language-select.tsx';
import { describeLanguage, toLanguage } from '../../controls/languages.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { useUnloadWarning } from '../../controls/use-unload-warning.ts';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { toPromptText } from '../../prompt-names.ts';
import { Link } from '../../routing/link.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { findCountry, guessCountry } from './market.ts';
import { PromptChoices } from './prompt-choices.tsx';
import { RefusedLines } from './refused-lines.tsx';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';
import {
  planSuggestions,
  type Suggested,
  type SuggestionChanges,
  sortChoices,
  toPromptLines,
} from './suggestion-choices.ts';

type CountryCode = Channel['unsupported_country_codes'][number];

/** Topics that are proposed from what is sold. */
const MAX_PROPOSED = 5;
/** A channel writes this many at once. */
const WRITTEN_BY_CHANNEL = 15;

/** What assistants are asked. */
export function PromptsStep() {
  const { selection } = useView();
  const { project } = selection;
  const prompts = useQuery(promptsQuery(project));
  const topics = useQuery(topicsQuery(project));
  const profile = useQuery(profileQuery(project));
  const channels = useQuery(channelsQuery(project));
  const suggestions = useQuery(listQuery(project, 'GET /prompts/suggestions'));
  const failed = [prompts, topics, profile, channels, suggestions].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!prompts.data || !topics.data || !profile.data || !channels.data || !suggestions.data) return <Loading />;
  return (
    <Prompts
      prompts={prompts.data}
      topics={topics.data}
      profile={profile.data}
      channels={channels.data}
      suggestions={suggestions.data.map(({ id, messages, user_location, topic }) => ({
        id,
        text: toPromptText({ messages }),
        country: user_location.country,
        topic: topic?.id ?? null,
      }))}
    />
  );
}

interface PromptsProps {
  prompts: readonly Prompt[];
  topics: readonly Topic[];
  profile: Profile;
  channels: readonly Channel[];
  suggestions: readonly Suggested[];
}

interface Draft {
  /** Null until they are changed: the topics of the project, or what is sold. */
  topics: string[] | null;
  /** Null until it is chosen here: that of the first step, or of the prompts. */
  country: string | null;
  /** Null until it is chosen here: that of the first step, or of the country. */
  language: string | null;
  /** The ID of the channel that writes suggestions; empty for templates. */
  writer: string;
  /** Prompts of their own, one per line. */
  own: string;
  changes: SuggestionChanges;
}

function Prompts({ prompts, topics, profile, channels, suggestions }: PromptsProps) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [draft, setDraft, discard] = useDraft<Draft>(`start.prompts.${selection.project}`, {
    topics: null,
    country: null,
    language: null,
    writer: '',
    own: '',
    changes: {},
  });
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const names = draft.topics ?? proposeTopics(topics, profile);
  const country =
    draft.country ??
    findCountry(profile.targetMarkets) ??
    prompts[0]?.user_location.country ??
    guessCountry(navigator.languages);
  const language = draft.language ?? location.params.get('language') ?? toLanguage(country);
  // The demo assistant has no idea what customers ask.
  const writers = channels.filter(({ ask: how }) => how !== null && how.kind !== 'demo');
  const { accepted, edited } = sortChoices(suggestions, draft.changes);
  const lines = toPromptLines(draft.own);
  const count = accepted.length + edited.length + lines.length;
  const [refused, setRefused] = useState<{ line: string; message: string }[]>([]);

  // What failed halfway has changed something already; the next try begins with what is there.
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ['project', selection.project] });
  const suggesting = useAction(async (_: undefined, project) => {
    const wish = { project_id: project, country_code: country as CountryCode, language };
    if (draft.writer !== '') {
      const input = { ...wish, count: WRITTEN_BY_CHANNEL, model_channel_id: draft.writer };
      return (await ask('POST /prompts/suggestions/generate', input)).created;
    }
    const ids = await saveTopics(names, { topics, project });
    const { perTopic, without } = planSuggestions(ids.length);
    let created = 0;
    for (const topic_id of ids) {
      created += (await ask('POST /prompts/suggestions/generate', { ...wish, count: perTopic, topic_id })).created;
    }
    return created + (await ask('POST /prompts/suggestions/generate', { ...wish, count: without })).created;
  });

  const adding = useAction(
    async (_: undefined, project) => {
      const own = lines.map((text) => ({ text, country_code: country as CountryCode }));
      const changed = edited.map(({ text, country, topic }) => ({
        text,
        country_code: country as CountryCode,
        ...(topic === null ? {} : { topic_id: topic }),
      }));
      const added = [...changed, ...own];
      const result =
        added.length === 0 ? null : await ask('POST /prompts/bulk', { project_id: project, prompts: added });
      const rejected =
        result?.rejected.map(({ index, message }) => ({ index, line: added[index]!.text, message })) ?? [];
      // A suggestion that became a prompt with another text is no longer open.
      for (const [index, { id }] of edited.entries()) {
        if (rejected.some((line) => line.index === index)) continue;
        await ask('POST /prompts/suggestions/{id}/reject', { id, project_id: project });
      }
      // Last, because what is not accepted yet stays a suggestion, and nobody has to write it again.
      for (const { id } of accepted) await ask('POST /prompts/suggestions/{id}/accept', { id, project_id: project });
      return rejected;
    },
    {
      onDone: (rejected) => {
        setRefused(rejected);
        if (rejected.length > 0) {
          // What was refused stays in the form to be corrected.
          set({ own: lines.filter((line) => rejected.some((other) => other.line === line)).join('\n') });
          return;
        }
        discard();
        navigate(toStep('answers', location));
      },
    },
  );
  const isBusy = suggesting.isPending || adding.isPending;
  useUnloadWarning(adding.isPending);
  return (
    <form
      className="form start-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        adding.mutate(undefined, { onError: refresh });
      }}
    >
      {prompts.length > 0 ? (
        <p className="notice is-good">
          The project has {formatCount(prompts.length, 'prompt')}.{' '}
          <Link href={toPage('/prompts', location)}>Show them</Link>
        </p>
      ) : null}
      <fieldset className="form start-fields" disabled={!canWrite}>
        <ChipsField
          label="Topics"
          values={names}
          onChange={(next) => set({ topics: next })}
          placeholder="Add a topic"
          maxLength={MAX_LABEL_LENGTH}
          hint="What your customers ask about. Reports can be split by topic."
        />
        <div className="form-row">
          <CountrySelect label="Country" value={country} onChange={(next) => set({ country: next })} />
          <LanguageSelect
            value={language}
            onChange={(next) => set({ language: next })}
            hint={describeLanguage({ language, writer: draft.writer, hasWriters: writers.length > 0 })}
          />
          {writers.length > 0 ? (
            <Field
              label="Written by"
              hint={draft.writer === '' ? 'Free.' : 'Asks the model once. The cost counts toward the budget.'}
            >
              {(attributes) => (
                <select {...attributes} value={draft.writer} onChange={(event) => set({ writer: event.target.value })}>
                  <option value="">Templates</option>
                  {writers.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ) : null}
        </div>
        <div className="form-actions">
          <button
            type="button"
            className={`button${suggestions.length === 0 && count === 0 ? ' is-primary' : ''}`}
            disabled={isBusy}
            onClick={() => suggesting.mutate(undefined, { onError: refresh })}
          >
            {suggesting.isPending ? 'Suggesting…' : suggestions.length === 0 ? 'Suggest prompts' : 'Suggest more'}
          </button>
          <p className="quiet" role="status">
            {suggesting.isSuccess && !suggesting.isPending ? describeCreated(suggesting.data) : ''}
          </p>
        </div>
        {suggesting.error ? <Failure error={suggesting.error} title="No suggestions were made." /> : null}
        {suggestions.length > 0 ? (
          <PromptChoices
            suggestions={suggestions}
            topics={topics}
            country={country}
            changes={draft.changes}
            onChange={(changes) => set({ changes })}
          />
        ) : null}
        <Field
          label="Your own prompts (one per line)"
          hint={
            lines.length === 0 ? 'The questions your customers ask AI assistants.' : formatCount(lines.length, 'prompt')
          }
        >
          {(attributes) => (
            <textarea
              {...attributes}
              rows={4}
              dir="auto"
              value={draft.own}
              placeholder="Which cordless drill is best for beginners?"
              onChange={(event) => set({ own: event.target.value })}
            />
          )}
        </Field>
      </fieldset>
      {adding.error ? <Failure error={adding.error} title="Not all prompts were added." /> : null}
      {refused.length > 0 && !adding.isPending ? (
        <RefusedLines title={`${formatCount(refused.length, 'prompt')} not added.`} lines={refused} />
      ) : null}
      <StepActions step="prompts" isDone={prompts.length > 0}>
        {canWrite && count > 0 ? (
          <button type="submit" className="button is-primary" disabled={isBusy}>
            {adding.isPending ? 'Adding…' : `Add ${formatCount(count, 'prompt')}`}
          </button>
        ) : null}
      </StepActions>
    </form>
  );
}

/** The topics of the project; before there are any, what is sold. */
function proposeTopics(topics: readonly Topic[], { productsAndServices }: Profile): string[] {
  if (topics.length > 0) return topics.map(({ name }) => name);
  return productsAndServices
    .slice(0, MAX_PROPOSED)
    .map((product) => (product.charAt(0).toUpperCase() + product.slice(1, MAX_LABEL_LENGTH)).trim());
}

/** Creates the topics that are not there yet, and returns the IDs of all. */
async function saveTopics(
  names: readonly string[],
  { topics, project }: { topics: readonly Topic[]; project: string },
): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const known = topics.find((topic) => topic.name.toLowerCase() === name.toLowerCase());
    ids.push(known?.id ?? (await ask('POST /topics', { project_id: project, name })).id);
  }
  return ids;
}

function describeCreated(created: number): string {
  if (created > 0) return `${formatCount(created, 'suggestion')} added below.`;
  return 'No new suggestions. Add a topic, or say what you sell in the first step.';
}
