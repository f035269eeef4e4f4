import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { channelsQuery } from '../../api/queries.ts';
import type { Brand, BrandRow } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { brandReportQuery } from '../../filters/brand-report-query.ts';
import { toPeriodBefore } from '../../filters/dates.ts';
import { toPage, toPromptFilter } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { type ParamChanges, useLocation } from '../../routing/location.ts';
import { findMovers, type Mover } from '../overview/find-movers.ts';
import { MoverList, NothingToCompare } from '../overview/mover-list.tsx';
import { SourceChanges } from './source-changes.tsx';

const KINDS = [
  { value: 'brand', label: 'Brands' },
  { value: 'channel', label: 'Channels' },
  { value: 'source', label: 'Sources' },
] as const;
type Kind = (typeof KINDS)[number]['value'];

interface PromptChangesProps {
  prompt: string;
  focus: Brand;
  rows: readonly BrandRow[];
  /** The rows of the period before; undefined while they load. */
  before: readonly BrandRow[] | undefined;
}

/**
 * How visible brands are in the answers to a prompt, and one brand in each channel, and which pages the answers cite, compared
 * with the period before.
 */
export function PromptChanges({ prompt, focus, rows, before }: PromptChangesProps) {
  const [kind, setKind] = useState<Kind>('brand');
  const byBrand = useMemo(() => {
    const names = new Map(rows.map(({ brand }) => [brand.id, brand.name]));
    return before && findMovers('brand', { now: rows, before, names });
  }, [rows, before]);
  return (
    <section className="panel" aria-label="What changed">
      <header className="panel-head">
        <h2>What changed</h2>
        <div className="panel-tools">
          <Segments label="Group by" segments={KINDS} value={kind} onChange={setKind} />
        </div>
      </header>
      {kind === 'brand' ? <Changes movers={byBrand} toParams={(mentions) => ({ mentions, prompt })} /> : null}
      {kind === 'channel' ? <ChannelChanges prompt={prompt} focus={focus} /> : null}
      {kind === 'source' ? <PageChanges prompt={prompt} movers={byBrand} /> : null}
    </section>
  );
}

function PageChanges({ prompt, movers }: { prompt: string; movers: readonly Mover[] | undefined }) {
  if (!movers) return <Loading />;
  // Compared with a period without answers, every page would be new.
  return movers.length > 0 ? <SourceChanges prompt={prompt} /> : <NothingToCompare />;
}

function ChannelChanges({ prompt, focus }: { prompt: string; focus: Brand }) {
  const selection = useSelection();
  const channels = useQuery(channelsQuery(selection.project)).data;
  const report = {
    dimensions: ['model_channel_id'],
    filters: [{ field: 'brand_id', operator: 'in' as const, values: [focus.id] }, toPromptFilter(prompt)],
  };
  const now = useQuery(brandReportQuery(selection, report));
  const before = useQuery(brandReportQuery(selection, report, toPeriodBefore(selection)));
  const failed = [now, before].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  const isReady = now.data && before.data && channels && !now.isPlaceholderData && !before.isPlaceholderData;
  const names = new Map(channels?.map(({ id, name }) => [id, name]));
  const movers = isReady && findMovers('channel', { now: now.data.data, before: before.data.data, names });
  return <Changes movers={movers || undefined} toParams={(id) => ({ channels: id, prompt })} />;
}

interface ChangesProps {
  /** undefined while they load. */
  movers: readonly Mover[] | undefined;
  toParams(id: string): ParamChanges;
}

function Changes({ movers, toParams }: ChangesProps) {
  const location = useLocation();
  if (!movers) return <Loading />;
  return <MoverList movers={movers} toHref={(id) => toPage('/answers', location, toParams(id))} />;
}
