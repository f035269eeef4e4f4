import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/client.ts';
import { promptsQuery } from '../../api/queries.ts';
import type { Chat } from '../../api/types.ts';
import { type Selection, toChatFilters } from '../../filters/selection.ts';
import { toPromptNames, toPromptText } from '../../prompt-names.ts';
import { type Collected, collectPages } from '../../table/collect-pages.ts';
import { type AnswerFilter, toOrder } from './answer-filter.ts';

const PER_PAGE = 100;

/** The answers that reports count, as the list of chats is asked for them. */
function toAnswersInput(selection: Selection, { brand, isMentioned, prompt, search, sorting }: AnswerFilter) {
  return {
    project_id: selection.project,
    ...toChatFilters(selection),
    is_counted: true,
    about_brand_id: brand,
    ...toOrder(sorting),
    ...(isMentioned ? { brand_id: brand } : {}),
    ...(prompt === null ? {} : { prompt_id: prompt }),
    ...(search === '' ? {} : { search }),
  };
}

/** The answers that a page lists, each with a passage that mentions the brand or has the text of the search. */
export function answersQuery(selection: Selection, filter: AnswerFilter) {
  const input = { ...toAnswersInput(selection, filter), limit: PER_PAGE, include_excerpts: true };
  return infiniteQueryOptions({
    queryKey: ['project', selection.project, 'answers', input],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => ask('GET /chats', { ...input, offset: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (last.data.length < PER_PAGE ? undefined : pages.length * PER_PAGE),
    placeholderData: keepPreviousData,
  });
}

/** All answers, for a file. */
export function loadAnswers(
  selection: Selection,
  filter: AnswerFilter,
  { signal, onProgress }: { signal: AbortSignal; onProgress(count: number): void },
): Promise<Collected<Chat>> {
  const input = toAnswersInput(selection, filter);
  return collectPages((page) => ask('GET /chats', { ...input, ...page }, { signal }), {
    toId: ({ id }) => id,
    onProgress,
  });
}

export function contentQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['project', project, 'content', id],
    queryFn: ({ signal }) => ask('GET /chats/{id}/content', { id, project_id: project }, { signal }),
  });
}

export interface PromptTexts {
  /** What the page calls them. */
  names: ReadonlyMap<string, string>;
  /** What files contain. */
  texts: ReadonlyMap<string, string>;
}

/** The texts of all prompts by ID, including archived prompts, whose answers are still shown. */
export function usePromptTexts(project: string): PromptTexts {
  const active = useQuery(promptsQuery(project)).data;
  const archived = useQuery(promptsQuery(project, true)).data;
  return useMemo(() => {
    const prompts = [...(active ?? []), ...(archived ?? [])];
    return {
      names: toPromptNames(prompts),
      texts: new Map(prompts.map((prompt) => [prompt.id, toPromptText(prompt)])),
    };
  }, [active, archived]);
}
