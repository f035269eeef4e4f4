import { describe, expect, it } from 'vitest';
import { DIMENSIONS } from '../../reports/dimensions.ts';
import { drawChart, TIMES } from './chart.ts';

const row = (date: string, name: string, visibility: number) => ({
  date,
  brand: { id: 'kw_1', name },
  visibility,
  count: 1,
});

describe('a chart', () => {
  it('knows every dimension of time', () => {
    expect(TIMES).toEqual(DIMENSIONS.flatMap(({ name, type }) => (type === 'date' ? [name] : [])));
  });

  it('has one line per series, on one scale, in the order of time', () => {
    const rows = [
      row('2026-01-02', 'Acme', 1),
      row('2026-01-01', 'Acme', 0.5),
      row('2026-01-01', 'Zorbix', 0),
      row('2026-01-02', 'Zorbix', 0.25),
    ];
    expect(drawChart(rows, { metric: undefined, columns: 30 }).split('\n')).toEqual([
      'visibility, from 0 to 1',
      'Acme    ▅▅▅▅████     1',
      'Zorbix  ▁▁▁▁▃▃▃▃  0.25',
      '        2026-01-01 2026-01-02',
      '',
    ]);
  });

  it('is taller for one series, and leaves days without a value empty', () => {
    const rows = [row('2026-01-01', 'Acme', 0), row('2026-01-02', 'Acme', 1)];
    const lines = drawChart(rows, { metric: 'visibility', columns: 40 }).split('\n');
    expect(lines[0]).toBe('visibility, Acme, from 0 to 1');
    expect(lines[1]).toBe('1      ████');
    expect(lines[8]).toBe('0  ▁▁▁▁████');
    const gap = [...rows, { ...row('2026-01-03', 'Acme', 0), visibility: null }, row('2026-01-04', 'Zorbix', 1)];
    expect(drawChart(gap, { metric: undefined, columns: 60 })).toContain('Acme    ▁▁▁▁████     ');
  });

  it('fits the terminal however many days there are', () => {
    const rows = Array.from({ length: 365 }, (_, day) =>
      row(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10), day % 2 ? 'Acme' : 'Zorbix', day),
    );
    for (const line of drawChart(rows, { metric: undefined, columns: 80 }).split('\n')) {
      expect(line.length).toBeLessThanOrEqual(80);
    }
  });

  it('says which numbers there are, or that there is nothing to draw', () => {
    const rows = [row('2026-01-01', 'Acme', 1)];
    expect(() => drawChart(rows, { metric: 'visiblity', columns: 80 })).toThrow('There are: visibility, count.');
    expect(() => drawChart([], { metric: undefined, columns: 80 })).toThrow('no rows with a date');
  });
});
