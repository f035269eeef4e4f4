import { MAX_LISTED } from '../domain/event.ts';
import { toId } from '../ids.ts';
import { listOpenSuggestions } from '../store/queries/brand-suggestions.ts';
import { readNotice, writeNotice } from '../store/queries/notices.ts';
import { emitEvent } from '../store/queries/outbox.ts';
import { listSubscribed } from '../store/queries/webhooks.ts';
import { BRAND_NEWS, BRAND_NEWS_AFTER_MS } from '../store/queries/work.ts';
import type { WorkKind } from '../work/kind.ts';

const NOTICE = 'suggested brands';
/** Suggestions come and go with the answers; this many are remembered, so that nobody hears of one twice. */
const MAX_REMEMBERED = 2000;

/** Tells webhooks of brands that were suggested lately, all at once. */
export const brandNews: WorkKind = {
  kind: BRAND_NEWS,
  concurrency: 1,
  step: async (services, { project }) => {
    const now = services.now();
    return async (db) => {
      if ((await listSubscribed(db, project, 'brand_suggested')).length === 0) return 'done';
      const open = await listOpenSuggestions(db, project);
      const told = (await readNotice<{ keys: string[] }>(db, project, NOTICE))?.keys;
      const known = new Set(told);
      const since = new Date(now.getTime() - 2 * BRAND_NEWS_AFTER_MS).toISOString();
      // The first time, what was suggested long ago is no news.
      const fresh = open.filter(({ key, created_at }) => (told ? !known.has(key) : created_at >= since));
      if (fresh.length === 0) return 'done';
      const keys = [...new Set([...(told ?? []), ...open.map(({ key }) => key)])].slice(-MAX_REMEMBERED);
      await writeNotice(db, project, { name: NOTICE, data: { keys }, now });
      const brands = fresh.slice(0, MAX_LISTED).map(({ id, name }) => ({ id: toId('brand_suggestion', id), name }));
      await emitEvent(db, project, { kind: 'brand_suggested', data: { brands, brand_count: fresh.length }, now });
      return 'done';
    };
  },
};
