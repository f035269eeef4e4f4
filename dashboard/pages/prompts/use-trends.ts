import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { listBuckets, suggestBucket } from '../../filters/dates.ts';
import { useSelection } from '../../filters/view.tsx';
import type { PromptRow } from './prompt-columns.tsx';

const SETTLED_MS = 120;
const PER_BATCH = 60;

export type Trends = ReadonlyMap<string, readonly (number | undefined)[]>;

/** The visibility over time of the prompts in sight; the others are not asked for. */
export function useTrends(brand: string | undefined): { trends: Trends; onSight(rows: readonly PromptRow[]): void } {
  const selection = useSelection();
  const bucket = suggestBucket(selection);
  const [batches, setBatches] = useState<readonly string[][]>([]);
  const asked = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onSight = useCallback((rows: readonly PromptRow[]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const fresh = rows.map(({ prompt }) => prompt.id).filter((id) => !asked.current.has(id));
      if (fresh.length === 0) return;
      for (const id of fresh) asked.current.add(id);
      const parts = Array.from({ length: Math.ceil(fresh.length / PER_BATCH) }, (_, part) =>
        fresh.slice(part * PER_BATCH, (part + 1) * PER_BATCH),
      );
      setBatches((before) => [...before, ...parts]);
    }, SETTLED_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const buckets = useMemo(() => listBuckets(selection, bucket), [selection, bucket]);
  const results = useQueries({
    queries: batches.map((ids) => ({
      ...brandReportQuery(selection, {
        dimensions: ['prompt_id', bucket],
        filters: [
          { field: 'brand_id', operator: 'in', values: [brand ?? ''] },
          { field: 'prompt_id', operator: 'in', values: ids },
        ],
      }),
      enabled: brand !== undefined,
    })),
    combine: (queries) => queries.map(({ data }) => data?.data),
  });
  const trends = useMemo(() => {
    const lines = new Map<string, (number | undefined)[]>();
    const places = new Map(buckets.map((date, place) => [date, place]));
    for (const row of results.flatMap((data) => data ?? [])) {
      const id = row.prompt!.id;
      const line = lines.get(id) ?? new Array<number | undefined>(buckets.length).fill(undefined);
      lines.set(id, line);
      line[places.get(row[bucket]!) ?? 0] = row.visibility;
    }
    return lines;
  }, [results, buckets, bucket]);
  return { trends, onSight };
}
