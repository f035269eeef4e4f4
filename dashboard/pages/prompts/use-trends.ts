import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { listBuckets, suggestBucket } from '../../filters/dates.ts';
import { useSelection } from '../../filters/view.tsx';

/** Waits until scrolling has stopped for this long. */
const SETTLED_MS = 120;
const PROMPTS_PER_REPORT = 60;

interface RowOfPrompt {
  prompt: { id: string };
}

export type Trends = ReadonlyMap<string, readonly (number | undefined)[]>;

/** Loads the visibility over time of the prompts that are scrolled into view, and of no others. */
export function useTrends(brand: string | undefined): {
  trends: Trends;
  onRowsVisible(rows: readonly RowOfPrompt[]): void;
} {
  const selection = useSelection();
  const bucket = suggestBucket(selection);
  const [batches, setBatches] = useState<readonly string[][]>([]);
  const requested = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onRowsVisible = useCallback((rows: readonly RowOfPrompt[]) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const fresh = rows.map(({ prompt }) => prompt.id).filter((id) => !requested.current.has(id));
      if (fresh.length === 0) return;
      for (const id of fresh) requested.current.add(id);
      const parts = Array.from({ length: Math.ceil(fresh.length / PROMPTS_PER_REPORT) }, (_, part) =>
        fresh.slice(part * PROMPTS_PER_REPORT, (part + 1) * PROMPTS_PER_REPORT),
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
    // The days of another period have no place in these lines.
    combine: (queries) => queries.map(({ data, isPlaceholderData }) => (isPlaceholderData ? undefined : data?.data)),
  });
  const trends = useMemo(() => {
    const lines = new Map<string, (number | undefined)[]>();
    const indexes = new Map(buckets.map((date, index) => [date, index]));
    for (const row of results.flatMap((data) => data ?? [])) {
      const id = row.prompt!.id;
      const line = lines.get(id) ?? new Array<number | undefined>(buckets.length).fill(undefined);
      lines.set(id, line);
      line[indexes.get(row[bucket]!) ?? 0] = row.visibility;
    }
    return lines;
  }, [results, buckets, bucket]);
  return { trends, onRowsVisible };
}
