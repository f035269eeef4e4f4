import { type ParamChanges, toHref } from '../routing/href.ts';
import { isDate, lastDays, type Period, toPeriod } from './dates.ts';

/** The lists in the URL, and the field that each filters in the reports of the API. */
export const LIST_PARAMS = {
  channels: 'model_channel_id',
  countries: 'country_code',
  topics: 'topic_id',
  tags: 'tag_id',
} as const;

export type ListParam = keyof typeof LIST_PARAMS;

/** What the pages show: the part of the URL that they share. */
export interface Selection extends Period {
  project: string;
  channels: string[];
  countries: string[];
  topics: string[];
  tags: string[];
  brands: string[];
}

const SHARED_PARAMS = ['project', 'from', 'to', ...Object.keys(LIST_PARAMS), 'brands'];
const DEFAULT_DAYS = 30;

export function readSelection(params: URLSearchParams, project: string): Selection {
  const list = (name: string) => [...new Set((params.get(name) ?? '').split(',').filter((value) => value !== ''))];
  return {
    project,
    ...readPeriod(params),
    channels: list('channels'),
    countries: list('countries'),
    topics: list('topics'),
    tags: list('tags'),
    brands: list('brands'),
  };
}

function readPeriod(params: URLSearchParams): Period {
  const from = params.get('from');
  const to = params.get('to');
  if (isDate(from) && isDate(to)) return toPeriod(from, to);
  return lastDays(DEFAULT_DAYS);
}

/** The parameters that a copied link needs to show the same tomorrow; null if the URL has them already. */
export function findMissing(params: URLSearchParams, project: string): ParamChanges | null {
  if (params.has('project') && params.has('from') && params.has('to')) return null;
  return { project, ...readPeriod(params) };
}

export interface Filter {
  field: string;
  operator: 'in' | 'not_in';
  values: string[];
}

/** The selected channels, countries, topics and tags as filters of a report. */
export function toFilters(selection: Selection): Filter[] {
  return (Object.entries(LIST_PARAMS) as [ListParam, string][])
    .filter(([name]) => selection[name].length > 0)
    .map(([name, field]) => ({ field, operator: 'in', values: selection[name] }));
}

/** The lists in the URL, and what each is called where the API lists chats. */
const CHAT_FILTERS = {
  channels: 'model_channel_ids',
  countries: 'country_codes',
  topics: 'topic_ids',
  tags: 'tag_ids',
} as const satisfies Record<ListParam, string>;

/** The selected dates and lists as filters of chats. */
export function toChatFilters(selection: Selection) {
  const chosen = (Object.keys(CHAT_FILTERS) as ListParam[]).filter((name) => selection[name].length > 0);
  return {
    start_date: selection.from,
    end_date: selection.to,
    ...(Object.fromEntries(chosen.map((name) => [CHAT_FILTERS[name], selection[name]])) as {
      [Name in (typeof CHAT_FILTERS)[ListParam]]?: string[];
    }),
  };
}

/** Keeps the answers of one prompt. */
export function toPromptFilter(prompt: string): Filter {
  return { field: 'prompt_id', operator: 'in', values: [prompt] };
}

/** The URL of another page with the same selection. */
export function toPage(path: string, { params }: { params: URLSearchParams }, changes: ParamChanges = {}): string {
  const kept = new URLSearchParams([...params].filter(([name]) => SHARED_PARAMS.includes(name)));
  return toHref(path, kept, changes);
}

export function countChosen(selection: Selection): number {
  return (
    Object.keys(LIST_PARAMS).filter((name) => selection[name as ListParam].length > 0).length +
    Math.min(selection.brands.length, 1)
  );
}
