import { useQuery } from '@tanstack/react-query';
import { brandsQuery, channelsQuery, newestChatQuery, promptsQuery } from '../../api/queries.ts';
import { type Progress, toProgress } from './steps.ts';

/** How far the start of a project is; undefined while that is loading. */
export function useProgress(project: string): { progress: Progress | undefined; error: Error | null; retry(): void } {
  const brands = useQuery(brandsQuery(project));
  const prompts = useQuery(promptsQuery(project));
  const channels = useQuery(channelsQuery(project));
  const newest = useQuery(newestChatQuery(project));
  const failed = [brands, prompts, channels, newest].find(({ error }) => error);
  const isLoaded = brands.data && prompts.data && channels.data && newest.data !== undefined;
  return {
    progress: isLoaded
      ? toProgress({
          brands: brands.data,
          prompts: prompts.data,
          channels: channels.data,
          hasAnswers: newest.data !== null,
        })
      : undefined,
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
