import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { channelsQuery, promptsQuery, topicsQuery } from '../../api/queries.ts';
import type { Brand } from '../../api/types.ts';
import { Icon } from '../../controls/icon.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { comparedReportQuery } from '../../filters/brand-report-query.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { toPromptNames } from '../../prompt-names.ts';
import { type ParamChanges, useLocation } from '../../routing/location.ts';
import { toCsv } from '../../table/csv.ts';
import { saveFile } from '../../table/save-file.ts';
import { findMovers, type MoverKind } from './find-movers.ts';
import { MoverList } from './mover-list.tsx';

type Kind = Exclude<MoverKind, 'brand'>;

const KINDS: readonly { value: Kind; label: string; name: string; dimension: string }[] = [
  { value: 'channel', label: 'Channels', name: 'Channel', dimension: 'model_channel_id' },
  { value: 'topic', label: 'Topics', name: 'Topic', dimension: 'topic_id' },
  { value: 'prompt', label: 'Prompts', name: 'Prompt', dimension: 'prompt_id' },
];

/** Where the brand's visibility really changed since the previous period. */
export function Movers({ focus }: { focus: Brand }) {
  const selection = useSelection();
  const location = useLocation();
  const [kind, setKind] = useState<Kind>('channel');
  const { dimension, name: kindName } = KINDS.find(({ value }) => value === kind)!;
  const report = {
    dimensions: [dimension],
    filters: [{ field: 'brand_id', operator: 'in' as const, values: [focus.id] }],
  };
  const compared = useQuery(comparedReportQuery(selection, report));
  const names = useNames(selection.project, kind);
  const movers = useMemo(() => {
    if (compared.isPlaceholderData || !compared.data || !names) return undefined;
    return findMovers(kind, { rows: compared.data.data, names });
  }, [compared.data, compared.isPlaceholderData, kind, names]);
  const toTarget = (id: string) =>
    kind === 'prompt' ? toPage(`/prompts/${id}`, location) : toPage('/answers', location, toParams(kind, id));
  const save = () =>
    saveFile(
      toCsv(
        [kindName, 'Visibility', 'Previous visibility', 'Change', 'p-value', 'Real', 'Answers', 'Previous answers'],
        (movers ?? []).map(({ name, row, change }) => [
          name,
          row.visibility,
          row.previous.visibility,
          change?.difference ?? '',
          change?.p_value ?? '',
          change?.significant ? 'yes' : 'no',
          row.visibility_total,
          row.previous.visibility_total,
        ]),
      ),
      `changes-${selection.from}-${selection.to}.csv`,
    );
  return (
    <section className="panel" aria-label="Biggest changes">
      <header className="panel-head">
        <h2>Biggest changes</h2>
        <div className="panel-tools">
          <Segments label="Group by" segments={KINDS} value={kind} onChange={setKind} />
          <button
            type="button"
            className="button is-plain"
            onClick={save}
            disabled={!movers?.length}
            aria-label="Export biggest changes as CSV"
          >
            <Icon name="download" /> CSV
          </button>
        </div>
      </header>
      {compared.error ? <Failure error={compared.error} onRetry={() => void compared.refetch()} /> : null}
      {movers || compared.error ? null : <Loading />}
      {movers ? <MoverList movers={movers} noun={kind} toHref={toTarget} /> : null}
    </section>
  );
}

function toParams(kind: 'topic' | 'channel', id: string): ParamChanges {
  if (id === '') return {};
  return kind === 'topic' ? { topics: id } : { channels: id };
}

function useNames(project: string, kind: Kind): ReadonlyMap<string, string> | undefined {
  const prompts = useQuery({ ...promptsQuery(project), enabled: kind === 'prompt' }).data;
  const topics = useQuery({ ...topicsQuery(project), enabled: kind === 'topic' }).data;
  const channels = useQuery({ ...channelsQuery(project), enabled: kind === 'channel' }).data;
  return useMemo(() => {
    if (kind === 'prompt') return prompts && toPromptNames(prompts);
    if (kind === 'topic')
      return topics && new Map([['', 'No topic'], ...topics.map(({ id, name }) => [id, name] as const)]);
    return channels && new Map(channels.map(({ id, name }) => [id, name]));
  }, [kind, prompts, topics, channels]);
}
