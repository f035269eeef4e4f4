import { ROW_FORMATS } from '../../exporting/formats.ts';
import type { Command } from './manifest.ts';

/** A flag that is not a field of the operation. */
export interface Option {
  flag: string;
  /** What stands behind it; undefined for a switch. */
  value?: string;
  /** Whether the value can be left out, and follows "=" otherwise. */
  is_optional?: true;
  description: string;
}

/** The options of a command that are not fields of its operation. */
export function toOptions({ route, has_project, has_rows, has_trend }: Command): Option[] {
  const rows: Option[] = [
    { flag: 'all', description: 'get all rows, page by page' },
    ...ROW_FORMATS.map(({ name, summary }) => ({ flag: name, description: summary })),
    { flag: 'columns', value: 'NAMES', description: 'which columns the table shows, separated by commas' },
  ];
  return [
    ...(has_project ? [{ flag: 'project', value: 'NAME', description: 'name or ID of the project' }] : []),
    { flag: 'data', value: 'JSON', description: 'the whole input as JSON, @FILE or - for the standard input' },
    { flag: 'json', description: 'the answer as JSON' },
    ...(has_rows ? rows : []),
    ...(has_trend
      ? [{ flag: 'chart', value: 'METRIC', is_optional: true as const, description: 'draw a number over time' }]
      : []),
    ...(route === 'POST /runs' ? [{ flag: 'wait', description: 'wait until the run is finished' }] : []),
    { flag: 'profile', value: 'NAME', description: 'the saved profile to use' },
    { flag: 'help', description: 'show this help' },
  ];
}
