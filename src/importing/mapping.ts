import { type ImportField, type ImportKind, REFUSED_COLUMNS } from './fields.ts';
import { ImportError } from './import-error.ts';
import { toLooseKey } from './names.ts';

/** Which column each field is taken from, and which columns are left. */
export interface Mapping {
  /** Columns by field. */
  columns: Map<string, string>;
  unmapped: string[];
}

/** What the user says about a column: the field that it has, or '' for none. */
export interface GivenColumn {
  column: string;
  field: string;
}

const MAX_LISTED = 40;

/** The field with this name. A synonym counts too, so that people need not know our names. */
export function findField({ fields }: ImportKind, name: string): ImportField | undefined {
  const key = toLooseKey(name);
  return (
    fields.find((field) => field.name === name) ??
    fields.find((field) => [field.name, ...field.synonyms].some((known) => toLooseKey(known) === key))
  );
}

interface Proposal {
  columns: readonly string[];
  given?: readonly GivenColumn[];
  /** Whether the values of a column could be those of a field. Several tools name different things alike. */
  isPlausible?(field: ImportField, column: string): boolean;
}

/** Finds the column of each field by its name and its values. What the user says wins. */
export function proposeMapping(kind: ImportKind, { columns, given = [], isPlausible = () => true }: Proposal): Mapping {
  const mapped = new Map<string, string>();
  for (const { column, field } of given) if (field !== '') mapped.set(field, column);
  const settled = new Set(given.map(({ column }) => column));
  const free = new Map<string, string>();
  for (const column of columns) {
    const key = toLooseKey(column);
    if (!settled.has(column) && !free.has(key)) free.set(key, column);
  }
  const take = (field: ImportField, isGood: (key: string) => boolean) => {
    if (mapped.has(field.name)) return;
    const key = toKeys(kind, field).find((candidate) => free.has(candidate) && isGood(candidate));
    if (key === undefined) return;
    mapped.set(field.name, free.get(key)!);
    free.delete(key);
  };
  for (const field of kind.fields)
    take(field, (key) => key === toLooseKey(field.name) || isPlausible(field, free.get(key)!));
  // Of what is required, a column with strange values is better than none: its entries show what is wrong.
  for (const { any } of kind.requirements) {
    for (const field of kind.fields) {
      if (any.includes(field.name) && !any.some((name) => mapped.has(name))) take(field, () => true);
    }
  }
  const used = new Set([...mapped.values(), ...settled, ...Object.values(REFUSED_COLUMNS)]);
  return { columns: mapped, unmapped: columns.filter((column) => !used.has(column)) };
}

/** The names of a field's column. The exact name of any field is that field's own, even if it is a synonym of another. */
function toKeys(kind: ImportKind, { name, synonyms }: ImportField): string[] {
  return [name, ...synonyms.filter((synonym) => !isOwnName(kind, synonym))].map(toLooseKey);
}

function isOwnName({ fields }: ImportKind, synonym: string): boolean {
  return fields.some(({ name }) => toLooseKey(name) === toLooseKey(synonym));
}

/** Reads `Column=field`, `field=Column`, and `Column=` for a column to leave out. */
export function parseMappings(
  kind: ImportKind,
  { texts, columns }: { texts: readonly string[]; columns: readonly string[] },
): GivenColumn[] {
  const given = texts.map((text) => parseMapping(kind, { text, columns }));
  const twice = given.find(
    ({ field }, index) => field !== '' && given.findIndex((other) => other.field === field) < index,
  );
  if (twice) {
    const both = given.filter(({ field }) => field === twice.field).map(({ column }) => column);
    throw new ImportError(
      'wrong_mapping',
      `the columns ${both.join(' and ')} are both mapped to ${twice.field}. Map one of them.`,
    );
  }
  return given;
}

function parseMapping(kind: ImportKind, { text, columns }: { text: string; columns: readonly string[] }): GivenColumn {
  const findColumn = (name: string) =>
    columns.find((column) => column === name) ?? columns.find((column) => toLooseKey(column) === toLooseKey(name));
  // A column may have an equals sign in its name; a field has none.
  const [first, last] = [text.indexOf('='), text.lastIndexOf('=')];
  if (first < 1) throw new ImportError('wrong_mapping', `must be FIELD=… or COLUMN=…, not "${text}".`);
  const forward = { column: text.slice(0, last).trim(), field: text.slice(last + 1).trim() };
  const backward = { column: text.slice(first + 1).trim(), field: text.slice(0, first).trim() };
  // The side with the exact name of a field is the field.
  const [isForward, isBackward] = [forward, backward].map(({ field }) => isOwnName(kind, field));
  const isMeantBackward =
    forward.field !== '' &&
    (isForward === isBackward ? findColumn(forward.column) === undefined && isBackward : isBackward);
  const meant = isMeantBackward ? backward : forward;
  const column = findColumn(meant.column);
  if (column === undefined)
    throw new ImportError('wrong_mapping', `the file has no column ${meant.column}. It has: ${listNames(columns)}.`);
  if (meant.field === '') return { column, field: '' };
  const field = findField(kind, meant.field);
  if (!field) throw unknownField(kind, meant.field);
  return { column, field: field.name };
}

/** Says that there is no such field, and which there are. */
export function unknownField({ fields }: ImportKind, name: string): ImportError {
  return new ImportError(
    'wrong_mapping',
    `there is no field "${name}". The fields are: ${fields.map((field) => field.name).join(', ')}.`,
  );
}

/** What entries need, and neither a column nor a constant has: one of the fields of each list. */
export function findMissingFields(
  { requirements }: ImportKind,
  { mapping, constants }: { mapping: Mapping; constants: Iterable<string> },
): string[][] {
  const known = new Set([...mapping.columns.keys(), ...constants]);
  const missing = requirements.filter(
    (requirement) =>
      !requirement.any.some((field) => known.has(field)) &&
      (requirement.with === undefined || known.has(requirement.with)) &&
      // A prompt that is named by its ID has a country already.
      !(requirement.with === 'prompt_text' && known.has('prompt_id')),
  );
  return missing.map(({ any }) => any);
}

/** Says which fields no column was recognized as. */
export function missingFields(missing: readonly string[][], columns: readonly string[]): ImportError {
  const fields = missing.map((any) => any.join(' or ')).join('; ');
  const only = columns.length === 1 ? ' If it should have several, its delimiter was not recognized.' : '';
  return new ImportError(
    'missing_fields',
    `No column of the file was recognized as: ${fields}. The file has the ${columns.length === 1 ? 'column' : 'columns'} ${listNames(columns)}.${only}`,
  );
}

/** Names, the first ones of many. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  const rest = names.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
}
