import type { Context } from '../context.ts';
import { addDays, toDay } from '../domain/dates.ts';
import { BRANDS } from '../reports/brands.ts';
import { WHOLE_REPORT } from '../reports/request.ts';
import { runReport } from '../reports/run-report.ts';
import { findShown } from '../reports/shown.ts';
import { listProjectKeys, type ProjectRow, readProject } from '../store/queries/projects.ts';

/** How many days the figures are of, today left out: its answers are not complete. */
export const FIGURE_DAYS = 7;
const MAX_PROJECTS = 200;
const MAX_BRANDS = 30;

/** How a brand did in the last days. */
export interface BrandFigures {
  project: ProjectRow;
  brand: string;
  is_own: boolean;
  visibility: number;
  share_of_voice: number;
}

type Services = Pick<Context, 'store' | 'now'>;

/** The most visible brands of all projects, up to a limit; own brands come first. Projects without answers have none. */
export async function readBrandFigures({ store, now }: Services, signal: AbortSignal): Promise<BrandFigures[]> {
  const today = toDay(now());
  const figures: BrandFigures[] = [];
  for (const project of (await listProjectKeys(store.db)).slice(0, MAX_PROJECTS)) {
    figures.push(...(await readProjectFigures(store, project, { today, signal })));
  }
  return figures;
}

async function readProjectFigures(
  store: Context['store'],
  project: number,
  { today, signal }: { today: string; signal: AbortSignal },
): Promise<BrandFigures[]> {
  return store.read(
    project,
    (reader) =>
      reader.remember(`brand figures ${today}`, async (inner) => {
        const period = { start_date: addDays(today, -FIGURE_DAYS), end_date: addDays(today, -1) };
        const request = { ...WHOLE_REPORT, ...period };
        const { data } = await runReport(inner, project, { report: BRANDS, request, options: { signal } });
        const shown = [...(await findShown(inner, project)).brands.values()];
        const own = new Set(shown.filter(({ is_own }) => is_own).map(({ id }) => id));
        const projectRow = await readProject(inner.db, project);
        const rows = data.map(({ brand, visibility, share_of_voice }) => ({
          project: projectRow,
          brand: brand.name,
          is_own: own.has(brand.id),
          visibility,
          share_of_voice,
        }));
        return [...rows.filter(({ is_own }) => is_own), ...rows.filter(({ is_own }) => !is_own)].slice(0, MAX_BRANDS);
      }),
    { is_heavy: true, signal },
  );
}
