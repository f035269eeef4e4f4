import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { ModelId } from '../domain/catalog.ts';
import { toStatusKey } from '../domain/chat.ts';
import { CountryCode, toCountryKey } from '../domain/countries.ts';
import { LanguageCode, toLanguageKey } from '../domain/languages.ts';
import { toSearchPattern } from '../domain/search-pattern.ts';
import { invalid } from '../errors.ts';
import { unknownModel } from '../ingestion/candidates.ts';
import type { ChatFilter } from '../store/queries/chats.ts';
import { readGenerations } from '../store/queries/extractions.ts';
import { findKey, findKeys, type KeyedKind } from '../store/queries/lookups.ts';
import { readCatalog } from '../store/queries/models.ts';
import type { Db } from '../store/schema.ts';

const EARLIEST = '0001-01-01';
const LATEST = '9999-12-31';

const Id = Type.Optional(Type.String());

/** The fields that pick chats by what they belong to. */
export const ChatFilters = {
  brand_id: Type.Optional(Type.String({ description: 'Only chats whose answer mentions this brand.' })),
  prompt_id: Id,
  model_id: Type.Optional(ModelId),
  model_channel_id: Id,
  country_code: Type.Optional(CountryCode),
  language: Type.Optional(LanguageCode),
  topic_id: Id,
  tag_id: Id,
  model_channel_ids: Several(Type.String()),
  country_codes: Several(CountryCode),
  topic_ids: Several(Type.String()),
  tag_ids: Several(Type.String()),
};

/** Several values, of which a chat needs one. */
function Several<Item extends TSchema>(item: Item) {
  return Type.Optional(
    Type.Array(item, { minItems: 1, maxItems: 200, description: 'Any of these, separated by commas.' }),
  );
}

interface ChatSearch extends Static<TObject<typeof ChatFilters>> {
  start_date?: string;
  end_date?: string;
  status?: Parameters<typeof toStatusKey>[0];
  external_id?: string;
  is_counted?: boolean;
  include_archived_prompts?: boolean;
  features?: string[];
  search?: string;
}

/** The filter with its ids resolved; undefined where one of them is unknown, because then no chat can match. */
export async function toFilter(db: Db, project: number, search: ChatSearch): Promise<ChatFilter | undefined> {
  if (search.features) {
    throw invalid('features', 'Overheard does not look for features of answers yet. Leave the parameter out.');
  }
  const { start_date = EARLIEST, end_date = LATEST, status, external_id } = search;
  const { model_id, model_channel_id, country_code } = search;
  const filter: ChatFilter = { start_date, end_date };
  for (const kind of ['brand', 'prompt', 'topic', 'tag'] as const satisfies KeyedKind[]) {
    const id = search[`${kind}_id`];
    if (id === undefined) continue;
    const key = await findKey(db, project, { kind, id });
    if (key === undefined) return undefined;
    filter[kind] = key;
  }
  if (filter.brand !== undefined) filter.generation = (await readGenerations(db, project)).generation;
  const catalog = await readCatalog(db, project);
  if (model_id !== undefined && !catalog.findModel(model_id)) throw unknownModel(model_id);
  const channels = [
    ...(model_id === undefined ? [] : [catalog.findModel(model_id)]),
    ...(model_channel_id === undefined ? [] : [catalog.findChannel(model_channel_id)]),
  ];
  if (channels.some((channel) => channel === undefined || channel !== channels[0])) return undefined;
  if (channels[0] !== undefined) filter.channel = channels[0].key;
  if (country_code !== undefined) filter.country = toCountryKey(country_code);
  if (search.language !== undefined) filter.language = toLanguageKey(search.language);
  if (status !== undefined) filter.status = toStatusKey(status);
  if (external_id !== undefined) filter.external_id = external_id;
  if (search.is_counted) filter.is_counted = true;
  if (search.include_archived_prompts === false) filter.is_archived = false;
  if (search.search !== undefined) filter.pattern = toSearchPattern(search.search);
  const { model_channel_ids, country_codes } = search;
  if (model_channel_ids) {
    filter.channels = model_channel_ids.flatMap((id) => catalog.findChannel(id)?.key ?? []);
  }
  if (country_codes) filter.countries = country_codes.map(toCountryKey);
  for (const kind of ['topic', 'tag'] as const) {
    const ids = search[`${kind}_ids`];
    if (ids) filter[`${kind}s`] = [...(await findKeys(db, project, { kind, ids })).values()];
  }
  return filter;
}
