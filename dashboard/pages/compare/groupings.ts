import type { BrandRow } from '../../api/types.ts';
import type { ParamChanges } from '../../routing/location.ts';

export type GroupingId = 'channel' | 'country' | 'topic' | 'tag' | 'model';

/** What the rows of a comparison are. */
export interface Grouping {
  id: GroupingId;
  /** The heading of the rows. */
  name: string;
  plural: string;
  dimension: string;
  /** The ID of a row; empty for answers that have none. */
  toId(row: BrandRow): string;
}

export const GROUPINGS: readonly Grouping[] = [
  {
    id: 'channel',
    name: 'Channel',
    plural: 'channels',
    dimension: 'model_channel_id',
    toId: ({ model_channel }) => model_channel?.id ?? '',
  },
  {
    id: 'country',
    name: 'Country',
    plural: 'countries',
    dimension: 'country_code',
    toId: ({ country_code }) => country_code ?? '',
  },
  { id: 'topic', name: 'Topic', plural: 'topics', dimension: 'topic_id', toId: ({ topic }) => topic?.id ?? '' },
  { id: 'tag', name: 'Tag', plural: 'tags', dimension: 'tag_id', toId: ({ tag }) => tag?.id ?? '' },
  { id: 'model', name: 'Model', plural: 'models', dimension: 'model_id', toId: ({ model }) => model?.id ?? '' },
];

export function findGrouping(id: string | null): Grouping {
  return GROUPINGS.find((grouping) => grouping.id === id) ?? GROUPINGS[0]!;
}

/** The filter of the bar that shows the answers of a row alone; undefined if there is none. */
export function toGroupParams({ id: grouping }: Grouping, id: string): ParamChanges | undefined {
  if (id === '') return undefined;
  const params = { channel: 'channels', country: 'countries', topic: 'topics', tag: 'tags', model: null } as const;
  const param = params[grouping];
  return param === null ? undefined : { [param]: id };
}
