import type { DateOrder } from '../../../src/importing/written-dates.ts';

/** What the user decided. */
export interface ImportChoices {
  /** The field of each column, '' for none; null for what is proposed. */
  columns: Record<string, string> | null;
  /** Values that are the same in every row, by field. */
  constants: Record<string, string>;
  order: DateOrder | null;
  /** By field and by how the value is written. */
  replacements: Record<string, Record<string, string>>;
}

export const NO_CHOICES: ImportChoices = { columns: null, constants: {}, order: null, replacements: {} };
