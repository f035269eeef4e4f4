/** How the values of a field are understood. */
export type ValueKind =
  | 'text'
  | 'country'
  | 'model'
  | 'channel'
  | 'date'
  | 'time'
  | 'pages'
  | 'lines'
  | 'names'
  | 'domains'
  | 'json'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice';

export interface ImportField {
  name: string;
  kind: ValueKind;
  /** Names that other tools give the column, likely ones first. Case, spacing and punctuation do not matter. */
  synonyms: string[];
}

/** What every entry needs: one of some fields. */
export interface Requirement {
  any: string[];
  /** Only where this field is in use. */
  with?: string;
}

/** Something that can be imported. */
export interface ImportKind {
  fields: ImportField[];
  requirements: Requirement[];
  /** Makes fields of the API out of those of files, where they are not the same. */
  combine?(entry: Record<string, unknown>): Record<string, unknown>;
}

/** The columns that we add to a file of refused lines. */
export const REFUSED_COLUMNS = { place: 'overheard_place', reason: 'overheard_reason', text: 'overheard_text' };

/** Prompts and answers have a country. */
export const COUNTRY: ImportField = {
  name: 'country_code',
  kind: 'country',
  synonyms: [
    'country',
    'market',
    'location',
    'geo',
    'region',
    'locale',
    'country iso',
    'iso country',
    'prompt country',
  ],
};
