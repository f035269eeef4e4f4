import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Price } from '../domain/ask.ts';
import { ASK_KIND_NAMES, type AskKind } from '../domain/ask-kinds.ts';
import { parseJsonObject } from '../domain/json.ts';
import { Strict } from '../domain/paging.ts';
import { createValidator } from '../domain/validation.ts';
import { AppError } from '../errors.ts';
import { PRICE_LIST, type PriceList } from './price-list.ts';

/** What names of models have behind the model: dates, version numbers of two digits and more, `latest`, `preview`. */
const VERSION = /^(?:[-@](?:latest|preview|exp|\d{2,8}))*$/;

const PriceFile = Strict(
  Object.fromEntries(
    ASK_KIND_NAMES.map((kind) => [kind, Type.Optional(Type.Record(Type.String({ minLength: 1 }), Price))]),
  ),
);

const validatePrices = createValidator(PriceFile, 'The price list');

/** The price of a model by the longest name in the list that it begins with; null if there is none. */
export function findPrice(kind: AskKind, model: string, list: PriceList = PRICE_LIST): Price | null {
  const prices = list[kind] ?? {};
  // The rest must be a version: `gpt-5-pro` is another model than `gpt-5`, and has another price.
  const names = Object.keys(prices).filter((name) => model.startsWith(name) && VERSION.test(model.slice(name.length)));
  const longest = names.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? null : prices[longest]!;
}

/** The shipped list, with the models of a JSON file replaced or added: `{ "openai": { "gpt-5": { "input": 1.25 } } }`. */
export async function loadPrices(path: string): Promise<PriceList> {
  const given = await readPrices(path);
  const merged: PriceList = { ...PRICE_LIST };
  for (const kind of ASK_KIND_NAMES)
    if (given[kind] !== undefined) merged[kind] = { ...PRICE_LIST[kind], ...given[kind] };
  return merged;
}

async function readPrices(path: string): Promise<PriceList> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new AppError('invalid_request', `The price list ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    return validatePrices(parseJsonObject(text)) as PriceList;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid_request', `The price list ${path} is not valid. ${error.message}`, { cause: error });
  }
}
