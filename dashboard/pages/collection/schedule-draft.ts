import type { ErrorDetail } from '../../../src/client/api-error.ts';
import type { InputOfRoute } from '../../../src/client/routes.ts';
import { MAX_REPLICATES } from '../../../src/domain/limits.ts';
import type { Schedule } from '../../api/types.ts';

type Saved = Pick<Schedule, 'is_active' | 'cron' | 'time_zone' | 'replicates' | 'budget'>;

/** A schedule as the form holds it: numbers are texts, even while they are no numbers yet. */
export interface ScheduleDraft {
  is_active: boolean;
  cron: string;
  time_zone: string;
  replicates: string;
  /** Limits in US dollars; empty for none. */
  day: string;
  month: string;
}

/** The schedule of a project that has never set one. */
const UNTOUCHED: Saved = {
  is_active: false,
  cron: '0 6 * * *',
  time_zone: 'UTC',
  replicates: 1,
  budget: { day: null, month: null },
};

/** The first schedule of a project is in the reader's time zone. */
export function toDraft(schedule: Saved, browserTimeZone: string): ScheduleDraft {
  const { is_active, cron, time_zone, replicates, budget } = schedule;
  const isUntouched = JSON.stringify({ is_active, cron, time_zone, replicates, budget }) === JSON.stringify(UNTOUCHED);
  return {
    is_active,
    cron,
    time_zone: isUntouched ? browserTimeZone : time_zone,
    replicates: String(replicates),
    day: toText(budget.day),
    month: toText(budget.month),
  };
}

/** The draft as the API takes it, and what is wrong with it by field. */
export function fromDraft(draft: ScheduleDraft): {
  schedule: Omit<InputOfRoute<'PUT /schedule'>, 'project_id'>;
  problems: ErrorDetail[];
} {
  const problems: ErrorDetail[] = [];
  const replicates = toNumber(draft.replicates);
  if (replicates === null || !Number.isInteger(replicates) || replicates < 1 || replicates > MAX_REPLICATES) {
    problems.push({ path: 'replicates', message: `Enter a whole number from 1 to ${MAX_REPLICATES}.` });
  }
  const toLimit = (field: 'day' | 'month') => {
    const limit = toNumber(draft[field]);
    if (limit === null || limit >= 0) return limit;
    problems.push({ path: `budget.${field}`, message: 'Enter an amount in US dollars, or leave it empty.' });
    return null;
  };
  const budget = { day: toLimit('day'), month: toLimit('month') };
  const { is_active, cron, time_zone } = draft;
  return { schedule: { is_active, cron, time_zone, replicates: replicates ?? 1, budget }, problems };
}

/** A number; null for nothing, NaN never: what is no number counts as negative, which no field takes. */
function toNumber(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : -1;
}

function toText(limit: number | null): string {
  return limit === null ? '' : String(limit);
}
