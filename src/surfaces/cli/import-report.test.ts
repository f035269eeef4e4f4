import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../importing/plan-import.ts';
import type { Records, SourceRecord } from '../../importing/records.ts';
import { describeEntry, describeRefusals, reportRefusals } from './import-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'overheard-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOTHING = { accepted: 0, duplicates: 0, rejected_count: 0, rejected: [] };

function toRecords(problems: (string | undefined)[]): Records {
  async function* read(): AsyncGenerator<SourceRecord> {
    for (const [index, problem] of problems.entries()) {
      const record = { place: index + 2, values: { a: `=${index}` }, progress: 1 };
      yield problem === undefined ? record : { ...record, problem };
    }
  }
  return { format: 'csv', unit: 'line', columns: ['a', 'b'], notices: [], read };
}

const plan: ImportPlan = {
  mapping: { columns: new Map(), unmapped: [] },
  convert: (record) => ({ record, ...(record.problem === undefined ? {} : { problem: record.problem }) }),
};

describe('refusals', () => {
  it('are grouped by reason, frequent ones first, with the lines of the first ones', async () => {
    const records = toRecords(['rare', ...Array.from({ length: 7 }, () => 'often'), undefined]);
    const batch = { ...NOTHING, rejected_count: 3, rejected: [{ index: 8, message: 'by the service' }] };
    expect(describeRefusals(await reportRefusals(records, { plan, batch }), records)).toBe(
      '  often (lines 3, 4, 5, 6, 7 and 2 more)\n  rare (line 2)\n  by the service (line 10)\n  … and 2 more.\n',
    );
  });

  it('with countless reasons do not fill the screen or the memory', async () => {
    const records = toRecords(Array.from({ length: 3000 }, (_, index) => `reason ${index}`));
    const refusals = await reportRefusals(records, { plan, batch: NOTHING });
    expect(refusals.reasons.size).toBe(1000);
    expect(describeRefusals(refusals, records).split('\n')).toHaveLength(32);
    expect(describeRefusals(refusals, records)).toContain('… and 2970 more.');
  });

  it('are written to a file without formulas that a spreadsheet would run', async () => {
    const path = join(folder, 'refused.csv');
    await reportRefusals(toRecords([undefined, 'wrong, really']), { plan, batch: NOTHING, path });
    expect(readFileSync(path, 'utf8')).toBe('a,b,overheard_place,overheard_reason\r\n\'=1,,3,"wrong, really"\r\n');
  });
});

describe('an entry', () => {
  it('is shown without control characters, and shortened', () => {
    const record = { place: 2, values: {}, progress: 1 };
    const entry = { answer: `\u001b[31mred\u0007${'x'.repeat(1000)}`, sources: [{ url: 'https://a.example' }] };
    const shown = describeEntry({ record, entry }, toRecords([]));
    expect(shown).toContain('  line 2\n    answer    [31mred xxx');
    expect(shown).toContain('    sources  [{"url":"https://a.example"}]\n');
    expect(shown.length).toBeLessThan(300);
  });
});
