import { AppError } from '../errors.ts';

/** What can be wrong with a file as a whole. A surface adds how its own users can put it right. */
export type ImportTrouble =
  | 'unreadable'
  | 'empty'
  | 'unclosed_quote'
  | 'too_large'
  | 'too_many_columns'
  | 'unknown_sheet'
  | 'wrong_mapping'
  | 'wrong_values'
  | 'missing_fields'
  | 'unclear_dates';

/** A file that cannot be imported as it is. The message says what is wrong with it. */
export class ImportError extends AppError {
  readonly trouble: ImportTrouble;
  /** The sheets of a workbook, where another one may be right. */
  readonly sheets: readonly string[];

  constructor(trouble: ImportTrouble, message: string, { sheets = [] }: { sheets?: readonly string[] } = {}) {
    super('invalid_request', message);
    this.trouble = trouble;
    this.sheets = sheets;
  }
}
