import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../api/client.ts';
import { promptsQuery } from '../../api/queries.ts';
import type { BrandRow } from '../../api/types.ts';
import { type Report, toReportInput } from '../../filters/report-input.ts';
import type { Selection } from '../../filters/selection.ts';
import { toPromptNames, toPromptText } from '../../prompt-names.ts';
import { type Collected, collectPages } from '../../table/collect-pages.ts';

const PER_PAGE = 500;

interface AnswerFilter {
  /** The brand whose metrics are shown for each answer. */
  brand: string;
  /** Lists only answers that mention the brand. */
  isMentioned: boolean;
  prompt: string | null;
}

/** Answers, newest first. Each is a row of the brands report for one brand. */
function toAnswersInput(selection: Selection, { brand, isMentioned, prompt }: AnswerFilter) {
  const report: Report = {
    dimensions: ['chat_id', 'date', 'prompt_id', 'model_channel_id', 'country_code'],
    filters: [
      { field: 'brand_id', operator: 'in', values: [brand] },
      ...(prompt === null ? [] : [{ field: 'prompt_id', operator: 'in' as const, values: [prompt] }]),
    ],
    having: isMentioned ? [{ field: 'visibility_count', operator: 'gte', value: 1 }] : [],
    order_by: [{ field: 'date' }],
    limit: PER_PAGE,
  };
  return toReportInput(selection, report);
}

/** The answers that a page lists. */
export function answersQuery(selection: Selection, filter: AnswerFilter) {
  const input = toAnswersInput(selection, filter);
  return infiniteQueryOptions({
    queryKey: ['project', selection.project, 'answers', input],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('POST /reports/brands', { ...input, offset: pageParam, include_total_count: pageParam === 0 }, { signal }),
    getNextPageParam: (last, pages) => (last.data.length < PER_PAGE ? undefined : pages.length * PER_PAGE),
  });
}

/** All answers, for a file. */
export function loadAnswers(
  selection: Selection,
  filter: AnswerFilter,
  { signal, onProgress }: { signal: AbortSignal; onProgress(count: number): void },
): Promise<Collected<BrandRow>> {
  const input = toAnswersInput(selection, filter);
  return collectPages(
    (page) => ask('POST /reports/brands', { ...input, ...page, include_total_count: page.offset === 0 }, { signal }),
    { toId: ({ chat }) => chat!.id, onProgress },
  );
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
