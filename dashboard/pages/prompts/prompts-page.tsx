import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { promptsQuery, tagsQuery, topicsQuery, useBrands } from '../../api/queries.ts';
import type { Prompt } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { Empty, Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { markFilling } from '../../controls/waiting.ts';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { findFocusBrand } from '../../filters/focus-brand.ts';
import { type Selection, toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount } from '../../format.ts';
import { toPromptNames, toPromptText } from '../../prompt-names.ts';
import { Link } from '../../routing/link.tsx';
import { changeParams, useLocation } from '../../routing/location.ts';
import { DataTable } from '../../table/data-table.tsx';
import { FirstAsk } from '../collection/first-ask-note.tsx';
import { toStep } from '../start/steps.ts';
import { AddPrompts } from './add-prompts.tsx';
import { type PromptRow, toPromptColumns } from './prompt-columns.tsx';
import { PromptMenu } from './prompt-menu.tsx';
import { PromptPage } from './prompt-page.tsx';
import { SuggestPrompts } from './suggest-prompts.tsx';
import { Suggestions } from './suggestions.tsx';
import { needsTallRow } from './tall-rows.ts';
import { useTrends } from './use-trends.ts';

const BY_VISIBILITY = { column: 'visibility', isDescending: true };
const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
] as const;

export function PromptsPage({ id }: { id: string | undefined }) {
  return id === undefined ? <PromptList /> : <PromptPage key={id} id={id} />;
}

/** The prompts of the project, with one brand's metrics for each. */
function PromptList() {
  const { selection, canWrite, isShared } = useView();
  const location = useLocation();
  const { project, from, to } = selection;
  const [isAdding, setAdding] = useState(false);
  const [isSuggesting, setSuggesting] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const state = location.params.get('state') === 'archived' ? 'archived' : 'active';
  const search = location.params.get('q') ?? '';
  const focus = findFocusBrand(useBrands(project), selection.brands);
  const prompts = useQuery(promptsQuery(project, state === 'archived'));
  const topics = useQuery(topicsQuery(project)).data;
  const tags = useQuery(tagsQuery(project)).data;
  const report = useQuery({
    ...brandReportQuery(selection, {
      dimensions: ['prompt_id'],
      filters: [{ field: 'brand_id', operator: 'in', values: [focus?.id ?? ''] }],
    }),
    enabled: focus !== undefined,
  });
  const names = useMemo(() => toPromptNames(prompts.data ?? []), [prompts.data]);
  const rows = useMemo((): PromptRow[] => {
    const metrics = new Map(report.data?.data.map((row) => [row.prompt!.id, row]));
    return filterPrompts(prompts.data ?? [], selection, search).map((prompt) => ({
      prompt,
      text: toPromptText(prompt),
      name: names.get(prompt.id)!,
      metrics: metrics.get(prompt.id),
    }));
  }, [prompts.data, names, report.data, selection, search]);
  const { trends, onRowsVisible } = useTrends(focus?.id);
  const hasVolumes = prompts.data?.some(({ volume }) => volume > 0) ?? false;
  const columns = useMemo(
    () =>
      toPromptColumns({
        topics: topics ?? [],
        tags: tags ?? [],
        trends,
        location,
        canWrite,
        hasVolumes,
        selected,
        setSelected,
      }),
    [topics, tags, trends, location, canWrite, hasVolumes, selected],
  );
  const tagsById = useMemo(() => new Map(tags?.map((tag) => [tag.id, tag])), [tags]);
  if (prompts.error) return <Failure error={prompts.error} onRetry={() => void prompts.refetch()} />;
  if (!prompts.data) return <Loading />;
  const selectedPrompts = rows.filter(({ prompt }) => selected.has(prompt.id)).map(({ prompt }) => prompt);
  return (
    <div {...markFilling('page', report)}>
      <header className="page-head">
        <h1>Prompts</h1>
        <p className="quiet">
          {formatCount(rows.length, 'prompt')}
          {focus ? `. Metrics are for ${focus.name}.` : ''}
        </p>
      </header>
      {state === 'active' && !isShared ? <FirstAsk subject="New prompts" /> : null}
      {state === 'active' && !isShared ? <Suggestions topics={topics ?? []} /> : null}
      {report.error ? <Failure error={report.error} onRetry={() => void report.refetch()} /> : null}
      <DataTable
        label="Prompts"
        fileName={`prompts-${from}-${to}`}
        columns={columns}
        rows={rows}
        toId={({ prompt }) => prompt.id}
        sorting={BY_VISIBILITY}
        isCurrent={({ prompt }) => selected.has(prompt.id)}
        isTall={({ prompt }: PromptRow) => needsTallRow(prompt.tags.flatMap(({ id }) => tagsById.get(id) ?? []))}
        onRowsVisible={onRowsVisible}
        tools={
          <>
            <input
              type="search"
              className="table-search"
              aria-label="Search prompts"
              placeholder="Search prompts"
              value={location.params.get('q') ?? ''}
              onChange={(event) => changeParams({ q: event.target.value }, { replace: true })}
            />
            <Segments
              label="Status"
              segments={STATES}
              value={state}
              onChange={(next) => changeParams({ state: next === 'active' ? null : next })}
            />
            {canWrite ? (
              <>
                <button type="button" className="button is-primary" onClick={() => setAdding(true)}>
                  <Icon name="plus" /> Add prompts
                </button>
                <button type="button" className="button" onClick={() => setSuggesting(true)}>
                  Suggest prompts
                </button>
              </>
            ) : null}
            {selectedPrompts.length > 0 ? (
              <PromptMenu
                label={`${formatCount(selectedPrompts.length, 'prompt')} selected`}
                prompts={selectedPrompts}
                topics={topics ?? []}
                tags={tags ?? []}
                onDone={() => setSelected(new Set())}
              />
            ) : null}
          </>
        }
        empty={<NoPrompts state={state} isFiltered={prompts.data.length > 0} onAdd={() => setAdding(true)} />}
      />
      {isSuggesting ? (
        <SuggestPrompts prompts={prompts.data} topics={topics ?? []} onClose={() => setSuggesting(false)} />
      ) : null}
      {isAdding ? <AddPrompts topics={topics ?? []} tags={tags ?? []} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** Keeps the prompts that match the search and those filters of the bar that apply to prompts. */
function filterPrompts(prompts: readonly Prompt[], { countries, topics, tags }: Selection, search: string): Prompt[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return prompts.filter((prompt) => {
    const { topic, tags: own, user_location } = prompt;
    const text = toPromptText(prompt).toLowerCase();
    return (
      (countries.length === 0 || countries.includes(user_location.country)) &&
      (topics.length === 0 || (topic !== null && topics.includes(topic.id))) &&
      (tags.length === 0 || own.some(({ id }) => tags.includes(id))) &&
      words.every((word) => text.includes(word))
    );
  });
}

function NoPrompts({ state, isFiltered, onAdd }: { state: string; isFiltered: boolean; onAdd(): void }) {
  const location = useLocation();
  const { isShared } = useView();
  if (isFiltered) {
    return (
      <Empty title="No matching prompts">
        <button
          type="button"
          className="button"
          onClick={() => changeParams({ q: null, topics: null, tags: null, countries: null })}
        >
          Clear search and filters
        </button>
      </Empty>
    );
  }
  if (state === 'archived') return <Empty title="No archived prompts" />;
  if (isShared) return <Empty title="No prompts yet" />;
  return (
    <Empty title="No prompts yet">
      <p>Prompts are the questions your customers ask AI assistants. Paste as many as you like, one per line.</p>
      <p className="empty-actions">
        <Link className="button is-primary" href={toStep('prompts', location)}>
          Choose from suggestions
        </Link>
        <button type="button" className="button" onClick={onAdd}>
          Add prompts
        </button>
        <Link className="button" href={toPage('/import/prompts', location)}>
          Import a file
        </Link>
      </p>
    </Empty>
  );
}
