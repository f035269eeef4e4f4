import { isCalendarDate } from '../domain/dates.ts';
import { AppError } from '../errors.ts';
import { findCountry } from './country-names.ts';
import type { ImportField } from './fields.ts';
import type { GivenValues } from './given-values.ts';
import type { KnownModel } from './model-names.ts';
import { toLooseKey } from './names.ts';
import { type DateOrder, parseWrittenDate } from './written-dates.ts';
import { parseJsonCell, parseLines, parseNames, parsePages } from './written-lists.ts';

export interface Recognition {
  given: GivenValues;
  /** How dates such as 11/12/2026 are read. */
  order: DateOrder;
  findModels(text: string): KnownModel[];
}

/** A value that stands for something that we do not know, such as the name of a country or a model. */
export class UnknownValueError extends AppError {
  readonly field: string;
  readonly value: string;

  constructor({ field, value, problem }: { field: string; value: string; problem: string }) {
    super('invalid_request', `${field}: ${problem}`);
    this.field = field;
    this.value = value;
  }
}

/** A value of the field as we store it. What cannot be understood stays as it is, and validation says what is wrong with it. */
export function recognizeValue(field: ImportField, value: unknown, recognition: Recognition): unknown {
  const replaced = replace(field, value, recognition.given);
  if (replaced === undefined || replaced === null) return undefined;
  const text = typeof replaced === 'string' ? replaced.trim() : undefined;
  switch (field.kind) {
    case 'text':
      return typeof replaced === 'number' || typeof replaced === 'boolean' ? String(replaced) : replaced;
    case 'country':
      return text === undefined
        ? replaced
        : (findCountry(text) ?? refuseName(field, text, `"${shorten(text)}" is not a country that Overheard knows.`));
    case 'model':
      return text === undefined ? replaced : findModel(field, text, recognition).id;
    case 'channel':
      return text === undefined ? replaced : findModel(field, text, recognition).channel_id;
    case 'date':
      return parseWrittenDate(replaced, recognition.order) ?? replaced;
    case 'time':
      return toTime(replaced, recognition.order);
    case 'pages':
      return parsePages(replaced) ?? refuse(field, `has no address of a page: "${shorten(String(replaced))}".`);
    case 'lines':
      return parseLines(replaced);
    case 'names':
      return parseNames(replaced);
    case 'domains':
      return toDomains(parseNames(replaced));
    case 'json':
      return text === undefined ? replaced : (parseJsonCell(text) ?? replaced);
    case 'number':
    case 'integer':
      return text === undefined ? replaced : toNumber(text);
    case 'boolean':
      return text === undefined ? replaced : toBoolean(text);
    case 'choice':
      return text === undefined ? replaced : text.toLowerCase();
  }
}

/** Whether a value makes sense in the field, as far as the kinds of fields have a look of their own. */
export function isRecognizable(field: ImportField, value: unknown, recognition: Recognition): boolean {
  try {
    const recognized = recognizeValue(field, value, recognition);
    switch (field.kind) {
      case 'date':
        return isCalendarDate(String(recognized));
      case 'time':
        return String(recognized).includes('T');
      case 'number':
      case 'integer':
        return typeof recognized === 'number';
      case 'boolean':
        return typeof recognized === 'boolean';
      default:
        return true;
    }
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function replace({ name }: ImportField, value: unknown, { replacements }: GivenValues): unknown {
  const known = replacements.get(name);
  if (!known || (typeof value !== 'string' && typeof value !== 'number')) return value;
  const replaced = known.get(toLooseKey(String(value)));
  return replaced === '' ? undefined : (replaced ?? value);
}

function findModel(field: ImportField, text: string, { findModels }: Recognition): KnownModel {
  const found = findModels(text);
  if (found.length === 1) return found[0]!;
  const problem =
    found.length === 0
      ? `"${shorten(text)}" is not the name or the ID of a model.`
      : `"${shorten(text)}" is the name of several models: ${found.map(({ id }) => id).join(', ')}.`;
  return refuseName(field, text, problem);
}

function refuseName({ name }: ImportField, value: string, problem: string): never {
  throw new UnknownValueError({ field: name, value, problem });
}

function refuse({ name }: ImportField, problem: string): never {
  throw new AppError('invalid_request', `${name}: ${problem}`);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const ZONED_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** A time with a time zone; without one it is UTC. */
function toTime(value: unknown, order: DateOrder): unknown {
  const written = typeof value === 'string' ? ZONED_TIME.exec(value.trim()) : null;
  if (written) {
    const [, date, minutes, seconds = ':00', zone = 'Z'] = written;
    return `${date}T${minutes}${seconds}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`;
  }
  const date = parseWrittenDate(value, order);
  return date === undefined ? value : `${date}T00:00:00Z`;
}

/** `$0.0021`, `1,234`. */
function toNumber(text: string): unknown {
  const plain = text.replace(/^(?:\$|USD|€)\s*|\s*(?:\$|USD)$/gi, '');
  const digits = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(digits) ? Number(digits) : text;
}

function toBoolean(text: string): unknown {
  if (/^(?:true|yes|y|1|x|own|ours|mine)$/i.test(text)) return true;
  return /^(?:false|no|n|0|competitor)$/i.test(text) ? false : text;
}

/** `https://www.example.com/shop` → `example.com`. */
function toDomains(names: unknown): unknown {
  if (!Array.isArray(names)) return names;
  return names.map((name) =>
    typeof name === 'string'
      ? name
          .trim()
          .replace(/^(?:[a-z]+:)?\/\//i, '')
          .replace(/^www\./i, '')
          .replace(/[/?#].*$/s, '')
          .toLowerCase()
      : name,
  );
}
