import { Type } from 'typebox';
import { Defaulted } from './schema.ts';

/** The default of `start_date` and `end_date` in the specification. */
export const DEFAULT_DATE = '2026-01-01';

export const CalendarDate = Type.String({ format: 'date', description: 'A real calendar date, YYYY-MM-DD.' });

export const TIMESTAMP_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$';

export const Timestamp = Type.String({
  pattern: TIMESTAMP_PATTERN,
  description: 'ISO 8601 with a time zone.',
});

export const DateRange = {
  start_date: Defaulted(Type.String({ format: 'date', description: 'First day, YYYY-MM-DD.' }), DEFAULT_DATE),
  end_date: Defaulted(Type.String({ format: 'date', description: 'Last day, inclusive, YYYY-MM-DD.' }), DEFAULT_DATE),
};
