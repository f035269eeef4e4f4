import { type Static, type TObject, Type } from 'typebox';
import { toCounted } from './counted.ts';
import { Nullable, Strict } from './paging.ts';
import { OneOf } from './schema.ts';

/** Longer lists are cut, and their number says so. It bounds the size of an event. */
export const MAX_LISTED = 20;

const Named = Strict({ id: Type.String(), name: Type.String() });

const RunEvent = Strict({
  run: Strict({
    id: Type.String(),
    kind: Type.String(),
    state: Type.String(),
    message: Type.String(),
    done: Type.Integer(),
    total: Type.Integer(),
  }),
});

/** Whether something began or ended: each is told once. */
const Edge = OneOf(['began', 'ended']);

/** A significant change of a metric, for all answers or for those of one topic, channel or prompt. */
const MetricChange = Strict({
  brand: Named,
  metric: Type.String(),
  prompt: Type.Optional(Named),
  topic: Type.Optional(Nullable(Named)),
  model_channel: Type.Optional(Named),
  value: Type.Number(),
  previous: Type.Number(),
  difference: Type.Number(),
});
export type MetricChange = Static<typeof MetricChange>;

export const MAX_DIGEST_BRANDS = 5;

const DigestBrand = Strict({
  id: Type.String(),
  name: Type.String(),
  visibility: Type.Number(),
  previous: Nullable(Type.Number({ description: 'The visibility in the week before.' })),
});

const Changes = Type.Array(MetricChange, { maxItems: MAX_LISTED });

interface EventDefinition<Data extends TObject> {
  description: string;
  /** What an event of this kind carries. */
  data: Data;
  /** The same for a person. */
  toSentence(data: Static<Data>): string;
}

function defineEvent<Data extends TObject>(definition: EventDefinition<Data>): EventDefinition<Data> {
  return definition;
}

/** Every kind of event that a webhook can be told of. */
export const EVENTS = {
  run_finished: defineEvent({
    description: 'A collection run or an import has finished, was stopped by the budget, or was cancelled.',
    data: RunEvent,
    toSentence: ({ run: { kind, message } }) => `${toRunName(kind)} finished. ${message}`,
  }),
  run_failed: defineEvent({
    description: 'A run of any kind has failed, or the schedule missed one.',
    data: RunEvent,
    toSentence: ({ run: { kind, state, message } }) =>
      state === 'missed' ? `A scheduled run was missed. ${message}` : `${toRunName(kind)} failed. ${message}`,
  }),
  extraction_finished: defineEvent({
    description: 'Stored answers have been re-analyzed, for instance after a brand was edited.',
    data: RunEvent,
    toSentence: ({ run: { done } }) => `Re-analysis finished: ${toCounted(done, 'answer')}.`,
  }),
  budget_reached: defineEvent({
    description: 'The budget allows no further asks (`began`), or allows them again (`ended`).',
    data: Strict({ state: Edge, message: Type.String() }),
    toSentence: ({ state, message }) =>
      state === 'began' ? `The budget is reached. ${message}` : `The budget is no longer reached. ${message}`,
  }),
  secret_refused: defineEvent({
    description: 'A provider refuses a secret (`began`), or the secret was replaced or works again (`ended`).',
    data: Strict({ state: Edge, secret: Type.String(), model_channel: Named }),
    toSentence: ({ state, secret, model_channel }) =>
      state === 'began'
        ? `${model_channel.name} rejected the key "${secret}". Replace it under Collection → Channels.`
        : `The key "${secret}" of ${model_channel.name} is no longer rejected.`,
  }),
  metric_changed: defineEvent({
    description:
      'Metrics changed significantly in the last 7 days compared with the 7 days before (`began`), or no longer do (`ended`). Checked once a day.',
    data: Strict({
      state: Edge,
      changes: Type.With(Changes, { description: `The surest first, at most ${MAX_LISTED}.` }),
      change_count: Type.Integer(),
    }),
    toSentence: ({ state, changes, change_count }) => {
      const heading =
        state === 'began'
          ? `${toCounted(change_count, 'significant change')}:`
          : `${toCounted(change_count, 'change')} no longer significant:`;
      return [heading, ...changes.map((change) => `- ${describeChange(change)}`)].join('\n');
    },
  }),
  brand_suggested: defineEvent({
    description: 'Answers name brands that nobody tracks yet.',
    data: Strict({
      brands: Type.Array(Named, { maxItems: MAX_LISTED, description: `At most ${MAX_LISTED}.` }),
      brand_count: Type.Integer(),
    }),
    toSentence: ({ brands, brand_count }) => {
      const names = brands.map(({ name }) => name).join(', ');
      const rest = brand_count > brands.length ? ` and ${brand_count - brands.length} more` : '';
      return `Answers name ${brand_count === 1 ? 'a brand' : 'brands'} that you do not track: ${names}${rest}.`;
    },
  }),
  weekly_digest: defineEvent({
    description: 'Every Monday at 08:00 UTC: the week before in brief. Left out if the week has no answers.',
    data: Strict({
      start_date: Type.String(),
      end_date: Type.String(),
      message: Type.String({ description: 'Where your own brand stands.' }),
      answers: Type.Integer(),
      brands: Type.Array(DigestBrand, {
        maxItems: MAX_DIGEST_BRANDS,
        description: 'Your own brand, then the most visible others.',
      }),
      days: Type.Array(Strict({ date: Type.String(), visibility: Type.Array(Nullable(Type.Number())) }), {
        description: 'The visibility of each of `brands`, by day, over four weeks. null: no answers on that day.',
      }),
      changes: Changes,
      change_count: Type.Integer(),
    }),
    toSentence: ({ start_date, end_date, message, brands, changes, change_count }) =>
      [
        `The week from ${start_date} to ${end_date}.`,
        message,
        '',
        'Visibility:',
        ...brands.map(({ name, visibility, previous }) => {
          const before = previous === null ? '' : ` (the week before: ${toPercent(previous)})`;
          return `- ${name}: ${toPercent(visibility)}${before}`;
        }),
        '',
        change_count === 0 ? 'No significant changes.' : `${toCounted(change_count, 'significant change')}:`,
        ...changes.map((change) => `- ${describeChange(change)}`),
      ].join('\n'),
  }),
  test: defineEvent({
    description: 'Somebody tests the webhook.',
    data: Strict({}),
    toSentence: () => 'This is a test of your notifications.',
  }),
};

export type EventKind = keyof typeof EVENTS;
export type EventData<Kind extends EventKind> = Static<(typeof EVENTS)[Kind]['data']>;

/** What a webhook can be told of. Tests come without being asked for. */
export const SUBSCRIBABLE_EVENTS = (Object.keys(EVENTS) as EventKind[]).filter((kind) => kind !== 'test');

export function toSentence(kind: EventKind, data: unknown): string {
  return (EVENTS[kind].toSentence as (data: unknown) => string)(data);
}

const RUN_NAMES: Record<string, string> = {
  collection: 'The collection run',
  import: 'The import',
  extraction: 'The re-analysis',
};

function toRunName(kind: string): string {
  return RUN_NAMES[kind] ?? 'The run';
}

/** A share as people read it, such as `40.5%`. */
export function toPercent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

const METRIC_NAMES: Record<string, string> = { share_of_voice: 'share of voice' };

/** A change in words, such as `Visibility of Acme rose from 40% to 55%.` */
export function describeChange({ brand, metric, value, previous, difference, ...place }: MetricChange): string {
  const name = METRIC_NAMES[metric] ?? metric;
  const isShare = metric === 'visibility' || metric === 'share_of_voice';
  const show = (number: number) => (isShare ? toPercent(number) : String(Math.round(number * 10) / 10));
  // The first position is the best one.
  const [up, down] = metric === 'position' ? ['worsened', 'improved'] : ['rose', 'fell'];
  const verb = difference > 0 ? up : down;
  const where = describePlace(place);
  return `${name[0]!.toUpperCase()}${name.slice(1)} of ${brand.name}${where} ${verb} from ${show(previous)} to ${show(value)}.`;
}

function describePlace({ prompt, topic, model_channel }: Pick<MetricChange, 'prompt' | 'topic' | 'model_channel'>) {
  if (prompt) return ` for the prompt "${prompt.name}"`;
  if (topic !== undefined) return topic === null ? ' for prompts without a topic' : ` for the topic ${topic.name}`;
  return model_channel ? ` on ${model_channel.name}` : '';
}
