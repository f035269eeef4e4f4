import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { channelsQuery, modelsQuery, tagsQuery, topicsQuery } from '../../api/queries.ts';
import { formatCountry } from '../../format.ts';
import type { Grouping } from './groupings.ts';

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
