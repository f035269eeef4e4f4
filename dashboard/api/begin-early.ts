import { toPeriodBefore } from '../filters/dates.ts';
import { readSelection } from '../filters/selection.ts';
import { askEarly, hasSession } from './client.ts';
import { MOST, toReportBody } from './report-body.ts';
import type { Caller, List, Project } from './types.ts';

/** Asks for what every page needs first while the program itself is still being read by the browser. */
export async function beginEarly(): Promise<void> {
  if (!hasSession()) return;
  const params = new URLSearchParams(window.location.search);
  const asked = params.get('project');
  if (asked !== null) askForProject(params, asked);
  const caller = await askEarly<Caller>('/key');
  if (caller.kind !== 'company') {
    if (asked === null && caller.project) askForProject(params, caller.project.id);
    return;
  }
  const { data } = await askEarly<List<Project>>('/projects', { query: { limit: MOST } });
  if (asked === null && data[0]) askForProject(params, data[0].id);
}

function askForProject(params: URLSearchParams, project: string): void {
  const query = { limit: MOST, project_id: project };
  for (const path of ['/brands', '/model-channels', '/topics', '/tags']) void askEarly(path, { query });
  if (window.location.pathname !== '/') return;
  const selection = readSelection(params, project);
  for (const period of [selection, toPeriodBefore(selection)]) {
    void askEarly('/reports/brands', { method: 'POST', body: toReportBody(selection, {}, period) });
  }
}
