import type { ImportKind } from './fields.ts';
import { ImportError } from './import-error.ts';
import { findField, unknownField } from './mapping.ts';
import { toLooseKey } from './names.ts';
import { DATE_ORDERS, type DateOrder } from './written-dates.ts';

/** What the user says about values. */
export interface GivenValues {
  /** Of dates such as 11/12/2026. */
  order: DateOrder | undefined;
  /** The value to use instead, by field and by how it is written; '' leaves it out. */
  replacements: Map<string, Map<string, string>>;
}

export const NO_VALUES: GivenValues = { order: undefined, replacements: new Map() };

/** Reads `date=mdy` and `field:written value=value`. */
export function parseGivenValues(kind: ImportKind, texts: readonly string[]): GivenValues {
  let order: DateOrder | undefined;
  const replacements = new Map<string, Map<string, string>>();
  for (const text of texts) {
    const chosen = /^\s*date\s*=\s*(\S*)\s*$/i.exec(text)?.[1];
    if (chosen !== undefined) {
      order = DATE_ORDERS.find((known) => known === chosen.toLowerCase());
      if (!order) {
        throw new ImportError(
          'wrong_values',
          `date must be dmy (the day comes first) or mdy (the month comes first), not "${chosen}".`,
        );
      }
      continue;
    }
    const [colon, equals] = [text.indexOf(':'), text.lastIndexOf('=')];
    if (colon < 1 || equals < colon) {
      throw new ImportError('wrong_values', `must be FIELD:WRITTEN=VALUE, date=dmy or date=mdy, not "${text}".`);
    }
    const name = text.slice(0, colon).trim();
    const field = findField(kind, name);
    if (!field) throw unknownField(kind, name);
    const known = replacements.get(field.name) ?? new Map<string, string>();
    known.set(toLooseKey(text.slice(colon + 1, equals)), text.slice(equals + 1).trim());
    replacements.set(field.name, known);
  }
  return { order, replacements };
}
