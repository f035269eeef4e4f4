import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { channelsQuery, modelsQuery, tagsQuery, topicsQuery } from '../../api/queries.ts';
import type { BrandRow } from '../../api/types.ts';
import { formatCountry } from '../../format.ts';
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

/** Finds what a row is called. */
export function useGroupName(project: string, { id: grouping, name }: Grouping): (id: string) => string {
  const channels = useQuery({ ...channelsQuery(project), enabled: grouping === 'channel' }).data;
  const topics = useQuery({ ...topicsQuery(project), enabled: grouping === 'topic' }).data;
  const tags = useQuery({ ...tagsQuery(project), enabled: grouping === 'tag' }).data;
  const models = useQuery({ ...modelsQuery(project), enabled: grouping === 'model' }).data;
  return useMemo(() => {
    // While another grouping loads, the rows of the previous one have no country.
    if (grouping === 'country') return (id) => (id === '' ? '' : formatCountry(id));
    const list = { channel: channels, topic: topics, tag: tags, model: models }[grouping];
    const names = new Map<string, string>(list?.map((item) => [item.id, item.name]));
    const deleted = grouping === 'channel' || grouping === 'model' ? 'Deleted model' : `Deleted ${name.toLowerCase()}`;
    return (id) => (id === '' ? `No ${name.toLowerCase()}` : (names.get(id) ?? (list ? deleted : '')));
  }, [grouping, name, channels, topics, tags, models]);
}
