import { Type } from 'typebox';
import { applySettings } from '../analysis/project-settings.ts';
import { toNameExcerpt } from '../discovery/excerpt.ts';
import { toSite } from '../discovery/group-names.ts';
import { toNameKey } from '../discovery/parse-run.ts';
import { CalendarDate } from '../domain/date-schemas.ts';
import { Created, List, Reference, Strict, toList } from '../domain/paging.ts';
import { Defaulted } from '../domain/schema.ts';
import { toId } from '../ids.ts';
import { checkFilters } from '../reports/check-request.ts';
import { ChatFilter as ReportChatFilter } from '../reports/request.ts';
import { resolveScope, selectInScope } from '../reports/scope.ts';
import {
  closeBrandSuggestion,
  type ExampleRow,
  findExamples,
  listSuggestedBrands,
} from '../store/queries/brand-suggestions.ts';
import { insertBrand, listTrackedBrands } from '../store/queries/brands.ts';
import { countChats } from '../store/queries/chats.ts';
import { findCatalog } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';
import { ChatFilters, toFilter } from './chat-filter.ts';
import { createClose, defineRejection } from './define-rejection.ts';
import { defineOperation } from './operation.ts';

const group = 'Brand suggestions';
const close = createClose('brand_suggestion', closeBrandSuggestion);
const EXAMPLES_EACH = 3;

const BrandSuggestion = Strict({
  id: Type.String(),
  name: Type.String(),
  domains: Type.Array(Type.String(), { description: 'Cited domains that have its name.' }),
  chat_count: Type.Integer({ description: 'Answers that name it or one of its products.' }),
  mention_count: Type.Integer(),
  share: Type.Number({ description: 'Of all answers, from 0 to 1.' }),
  first_seen: CalendarDate,
  examples: Type.Array(Strict({ chat: Reference, excerpt: Type.String() }), {
    description: 'The newest answers that name it, at most three.',
  }),
});

export const brandSuggestionOperations = [
  defineOperation({
    id: 'list_brand_suggestions',
    method: 'GET',
    path: '/brands/suggestions',
    group,
    summary: 'List Brand Suggestions',
    tool: 'Brands that assistants name and that nobody tracks yet, most named first, with examples.',
    description:
      'Brands that the answers name and that you do not track, most named first. They are found in the background, a few seconds after answers arrive. Without dates, all answers count.',
    scope: 'project',
    right: 'read',
    is_remembered: true,
    is_heavy: true,
    input: {
      limit: Defaulted(Type.Integer({ minimum: 1, maximum: 200 }), 50),
      offset: Defaulted(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 0),
      start_date: Type.Optional(CalendarDate),
      end_date: Type.Optional(CalendarDate),
      ...ChatFilters,
      filters: Type.Optional(
        Type.Array(ReportChatFilter, {
          maxItems: 100,
          description:
            'Filters as in reports, as JSON; combined with AND. The whole address can have about 16,000 characters.',
        }),
      ),
    },
    output: List(BrandSuggestion),
    handle: async ({ reader, project, input, signal }) => {
      const filter = await toFilter(reader.db, project, input);
      if (!filter) return toList({ data: [], total: 0 });
      if (input.filters) {
        checkFilters(input.filters, await findCatalog(reader, project));
        const { start_date, end_date } = filter;
        const request = { start_date, end_date, filters: input.filters };
        filter.among = selectInScope(await resolveScope(reader.db, project, request));
      }
      const search = { filter, hidden: await listTrackedKeys(reader.db, project), options: { signal } };
      const { rows, total } = await listSuggestedBrands(reader, project, { ...search, page: input });
      const chats = await countChats(reader, project, { ...search, isCounted: true });
      const suggestions = rows.map(({ suggestion }) => suggestion);
      const examples = await findExamples(reader, project, { ...search, suggestions, each: EXAMPLES_EACH });
      const data = rows.map(({ suggestion, id, domains, chat_count, ...row }) => ({
        ...row,
        id: toId('brand_suggestion', id),
        domains: JSON.parse(domains) as string[],
        chat_count,
        share: chat_count / chats,
        examples: examples.filter((example) => example.suggestion === suggestion).map(toExample),
      }));
      return toList({ data, total });
    },
  }),
  defineOperation({
    id: 'accept_brand_suggestion',
    method: 'POST',
    path: '/brands/suggestions/{id}/accept',
    group,
    summary: 'Accept Brand Suggestion',
    tool: 'Tracks a suggested brand.',
    description: 'Creates a brand from the suggestion, re-analyzes all answers, and returns the ID of the brand.',
    scope: 'project',
    right: 'write',
    is_idempotent: true,
    input: { id: Type.String() },
    output: Created,
    handle: async ({ context: { config, now }, project, input, write }) =>
      write(async (transaction) => {
        const { db } = transaction;
        const { name, spellings, domains } = await close(db, project, { id: input.id, state: 'accepted' });
        const brand = { name, aliases: spellings, domains, is_own: false, exclude: [], regex: null, case: 'smart' };
        const id = await insertBrand(db, project, { brand, limits: config, now: now() });
        await applySettings(transaction, project, { reason: `The brand "${name}" was added.`, now: now() });
        return { id };
      }),
  }),
  defineRejection({
    id: 'reject_brand_suggestion',
    path: '/brands/suggestions/{id}/reject',
    group,
    summary: 'Reject Brand Suggestion',
    tool: 'Drops a suggested brand, and remembers that.',
    description: 'The brand is not suggested again.',
    close,
  }),
];

/** Brands may have been added since the suggestions were made. */
async function listTrackedKeys(db: Db, project: number): Promise<string[]> {
  const brands = await listTrackedBrands(db, project);
  return [...new Set(brands.flatMap(({ name, aliases }) => [name, ...aliases]).map((text) => toSite(toNameKey(text))))];
}

function toExample({ id, part, text }: ExampleRow) {
  return { chat: { id: toId('chat', id) }, excerpt: toNameExcerpt(part, text) };
}
