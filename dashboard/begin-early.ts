import { MAX_ROWS_PER_PAGE } from '../src/domain/limits.ts';
import { askEarly, hasSession } from './api/client.ts';
import { toComparedReport } from './filters/brand-report-query.ts';
import { findFocusBrand } from './filters/focus-brand.ts';
import { toReportInput } from './filters/report-input.ts';
import { findMissing, readSelection } from './filters/selection.ts';
import { chooseProject } from './last-project.ts';
import { chooseDrawn, chooseTrend, toTrendReport } from './pages/overview/trend-report.ts';
import { toHref } from './routing/href.ts';
import { readShareToken } from './share-token.ts';

export interface Begun {
  /** Resolves when every request is answered or has failed. */
  answered?: Promise<unknown>;
}

/** Requests what is shown first, before the program that shows it is loaded; resolves when everything is requested. */
export async function beginEarly(): Promise<Begun> {
  // Whoever comes with a sign-in link gets another session.
  const isKnown = hasSession() || readShareToken() !== null;
  if (!isKnown || window.location.hash !== '') return {};
  const opened = window.location.href;
  const params = new URLSearchParams(window.location.search);
  const first = findProject();
  // Whoever shows it asks again, and hears of a failure then.
  first.catch(() => {});
  const project = params.get('project') ?? (await first);
  if (project === undefined) return {};
  const brands = askEarly('GET /brands', { limit: MAX_ROWS_PER_PAGE, project_id: project });
  const { pathname, href } = window.location;
  if (pathname !== '/') return { answered: Promise.allSettled([first, brands]) };
  const selection = readSelection(params, project);
  const now = askEarly('POST /reports/brands', toReportInput(selection, {}));
  const compared = askEarly('POST /reports/brands', toReportInput(selection, toComparedReport(selection)));
  // As long as nothing is drawn, changing the address costs nothing.
  const missing = params.has('project') ? null : findMissing(params, project);
  if (missing && href === opened) window.history.replaceState(null, '', toHref(pathname, params, missing));
  const rows = (await now).data;
  const focus = findFocusBrand((await brands).data, selection.brands);
  if (focus === undefined) return {};
  const { bucket, period } = chooseTrend(params, selection);
  const report = toTrendReport(bucket, chooseDrawn(selection, rows, focus));
  const trend = askEarly('POST /reports/brands', toReportInput(selection, report, period));
  return { answered: Promise.allSettled([first, compared, trend]) };
}

/** The project that is shown if the URL names none. */
async function findProject(): Promise<string | undefined> {
  const { kind, project } = await askEarly('GET /key', {});
  if (kind !== 'company') return project?.id;
  return chooseProject((await askEarly('GET /projects', { limit: MAX_ROWS_PER_PAGE })).data);
}
