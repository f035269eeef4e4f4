import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { projectsQuery } from '../api/queries.ts';
import type { Choice } from '../controls/choice-list.tsx';
import { usePrinting } from '../controls/use-printing.ts';
import { formatPeriod } from '../format.ts';
import { findMetric } from '../metrics.ts';
import { useLocation } from '../routing/location.ts';
import type { ListParam } from './selection.ts';
import { useView } from './view.tsx';

export interface FilterList {
  name: string;
  param: ListParam | 'brands';
  choices: readonly Choice[];
}

/** What a printed page is about, in words: on paper the bar is left out. */
export function PrintedSelection({ lists }: { lists: readonly FilterList[] }) {
  const { selection, caller } = useView();
  const { path, params } = useLocation();
  const projects = useQuery(projectsQuery(caller)).data ?? [];
  const project = projects.find(({ id }) => id === selection.project)?.name ?? '';
  const filters = lists
    .filter(({ param }) => selection[param].length > 0)
    .map(({ name, param, choices }) => {
      const names = selection[param].map((id) => choices.find((choice) => choice.id === id)?.name ?? id);
      return `${name}: ${names.join(', ')}`;
    });
  const metric = path === '/' ? [findMetric(params.get('metric')).name] : [];
  useFileName([project, ...metric, selection.from, selection.to].join(' '));
  return (
    <div className="print-only print-head">
      <p className="print-title" dir="auto">
        {project}
      </p>
      <p>{[...metric, formatPeriod(selection), ...(filters.length > 0 ? filters : ['No filters'])].join(' · ')}</p>
    </div>
  );
}

/** Browsers name a PDF file after the page's title. */
function useFileName(name: string): void {
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    if (!isPrinting) return;
    const { title } = document;
    document.title = name;
    return () => {
      document.title = title;
    };
  }, [isPrinting, name]);
}
