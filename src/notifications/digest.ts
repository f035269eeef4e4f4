import { addDays, toDay, toWeek } from '../domain/dates.ts';
import { type EventData, MAX_DIGEST_BRANDS, MAX_LISTED } from '../domain/event.ts';
import { BRANDS } from '../reports/brands.ts';
import { findOverview } from '../reports/overview.ts';
import { WHOLE_REPORT } from '../reports/request.ts';
import { runReport } from '../reports/run-report.ts';
import { deleteNotice, readNotice, writeNotice } from '../store/queries/notices.ts';
import { emitEvent } from '../store/queries/outbox.ts';
import { listSubscribed } from '../store/queries/webhooks.ts';
import { DIGEST } from '../store/queries/work.ts';
import type { Reader } from '../store/store.ts';
import type { WorkKind } from '../work/kind.ts';
import { nameChanges } from './metric-changes.ts';
import type { NotificationServices } from './services.ts';

const NOTICE = 'digest';
const TIME = '08:00:00.000Z';
const WEEK = 7;
const SHOWN_DAYS = 28;

/** Tells what happened in a week, once that week is over. */
export const digest: WorkKind<NotificationServices> = {
  kind: DIGEST,
  concurrency: 1,
  is_heavy: true,
  step: async ({ store, now, config }, { project }, { signal }) => {
    const at = now();
    const monday = toWeek(toDay(at));
    const { isWanted, told } = await store.read(project, async ({ db }) => ({
      isWanted: (await listSubscribed(db, project, 'weekly_digest')).length > 0,
      told: await readNotice<{ monday: string }>(db, project, NOTICE),
    }));
    if (!isWanted) {
      return async (db) => {
        await deleteNotice(db, project, NOTICE);
        return 'done';
      };
    }
    const next = { due_at: new Date(`${addDays(monday, WEEK)}T${TIME}`) };
    const due = new Date(`${monday}T${TIME}`);
    if (told && told.monday >= monday) return next;
    if (told && at < due) return { due_at: due };
    // A new subscriber gets the first digest on the next Monday.
    const data = told
      ? await store.read(project, (reader) => sumUp(reader, project, { monday, signal, config }), {
          is_heavy: true,
          signal,
        })
      : null;
    return async (db) => {
      await writeNotice(db, project, { name: NOTICE, data: { monday }, now: at });
      if (data && data.answers > 0) await emitEvent(db, project, { kind: 'weekly_digest', data, now: at });
      return next;
    };
  },
};

interface Week {
  /** The day after it. */
  monday: string;
  signal: AbortSignal;
  config: NotificationServices['config'];
}

async function sumUp(
  reader: Reader,
  project: number,
  { monday, signal, config }: Week,
): Promise<EventData<'weekly_digest'>> {
  const options = { signal, model_ids: config.MODEL_IDS };
  const period = { start_date: addDays(monday, -WEEK), end_date: addDays(monday, -1) };
  const { message, answers, movers, own } = await findOverview(reader, project, { period, options });
  const compare = { start_date: addDays(monday, -2 * WEEK), end_date: addDays(monday, -WEEK - 1) };
  const weekly = { ...WHOLE_REPORT, ...period, compare };
  const { data: rows } = await runReport(reader, project, { report: BRANDS, request: weekly, options });
  // The own brand first, however visible it is.
  const isOwn = ({ brand }: (typeof rows)[number]) => brand.id === own?.brand.id;
  const ordered = [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))];
  const brands = ordered.slice(0, MAX_DIGEST_BRANDS).map(({ brand, visibility, previous }) => ({
    id: brand.id,
    name: brand.name,
    visibility,
    previous: previous?.visibility ?? null,
  }));
  const changes = await nameChanges(reader.db, project, movers);
  return {
    ...period,
    message,
    answers,
    brands,
    days: await findDays(reader, project, { brands, end_date: period.end_date, options }),
    changes: changes.slice(0, MAX_LISTED),
    change_count: changes.length,
  };
}

/** The visibility of brands by day. */
async function findDays(
  reader: Reader,
  project: number,
  {
    brands,
    end_date,
    options,
  }: { brands: readonly { id: string }[]; end_date: string; options: { signal: AbortSignal } },
) {
  if (brands.length === 0) return [];
  const dates = Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(end_date, index - SHOWN_DAYS + 1));
  const request = {
    ...WHOLE_REPORT,
    start_date: dates[0]!,
    end_date,
    dimensions: ['date'],
    filters: [{ field: 'brand_id', operator: 'in', values: brands.map(({ id }) => id) }],
  };
  const { data } = await runReport(reader, project, { report: BRANDS, request, options });
  const found = new Map(data.map(({ brand, date, visibility }) => [`${date} ${brand.id}`, visibility]));
  return dates.map((date) => ({ date, visibility: brands.map(({ id }) => found.get(`${date} ${id}`) ?? null) }));
}
