import { toPeriodBefore } from '../filters/dates.ts';
import { findFocusBrand } from '../filters/focus-brand.ts';
import { findMissing, readSelection } from '../filters/selection.ts';
import { chooseBucket, chooseDrawn, toTrendReport } from '../pages/overview/trend-report.ts';
import { toHref } from '../routing/href.ts';
import { askEarly, hasSession } from './client.ts';
import { MOST, toReportBody } from './report-body.ts';
import type { Brand, BrandRow, Caller, List, Project } from './types.ts';

export interface Begun {
  /** Everything that was asked for is answered, or has failed. */
  answered?: Promise<unknown>;
}

/** Asks for what is shown first, before the program is there that shows it; done when all is asked for. */
export async function beginEarly(): Promise<Begun> {
  // Whoever comes with a link gets another session.
  if (!hasSession() || window.location.hash !== '') return {};
  const opened = window.location.href;
  const params = new URLSearchParams(window.location.search);
  const first = findFirstProject();
  // Whoever shows it asks again, and hears of a failure then.
  first.catch(() => {});
  const project = params.get('project') ?? (await first);
  if (project === undefined) return {};
  const brands = askEarly<List<Brand>>('/brands', { query: { limit: MOST, project_id: project } });
  const { pathname, href } = window.location;
  if (pathname !== '/') return { answered: Promise.allSettled([first, brands]) };
  const selection = readSelection(params, project);
  const now = askForReport(toReportBody(selection, {}));
  const before = askForReport(toReportBody(selection, {}, toPeriodBefore(selection)));
  // Before anything is drawn for it, the address costs nothing to change.
  const missing = params.has('project') ? null : findMissing(params, project);
  if (missing && href === opened) window.history.replaceState(null, '', toHref(pathname, params, missing));
  const rows = (await now).data;
  const focus = findFocusBrand((await brands).data, selection.brands);
  if (focus === undefined) return {};
  const report = toTrendReport(chooseBucket(params, selection), chooseDrawn(selection, rows, focus));
  return { answered: Promise.allSettled([first, before, askForReport(toReportBody(selection, report))]) };
}

async function findFirstProject(): Promise<string | undefined> {
  const { kind, project } = await askEarly<Caller>('/key');
  if (kind !== 'company') return project?.id;
  return (await askEarly<List<Project>>('/projects', { query: { limit: MOST } })).data[0]?.id;
}

function askForReport(body: object): Promise<{ data: BrandRow[] }> {
  return askEarly('/reports/brands', { method: 'POST', body });
}
