import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { channelsQuery } from '../../api/queries.ts';
import type { Brand, BrandRow } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { Segments } from '../../controls/segments.tsx';
import { comparedReportQuery } from '../../filters/brand-report-query.ts';
import { OF_ONE_PROMPT } from '../../filters/report-input.ts';
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
  /** The rows of a compared report; undefined while they load. */
  compared: readonly BrandRow[] | undefined;
}

/**
 * How visible brands are in the answers to a prompt, and one brand in each channel, and which pages the answers cite, compared
 * with the period before.
 */
export function PromptChanges({ prompt, focus, compared }: PromptChangesProps) {
  const [kind, setKind] = useState<Kind>('brand');
  const byBrand = useMemo(() => {
    const names = new Map(compared?.map(({ brand }) => [brand.id, brand.name]));
    return compared && findMovers('brand', { rows: compared, names });
  }, [compared]);
  return (
    <section className="panel" aria-label="What changed">
      <header className="panel-head">
        <h2>What changed</h2>
        <div className="panel-tools">
          <Segments label="Group by" segments={KINDS} value={kind} onChange={setKind} />
        </div>
      </header>
      {kind === 'brand' ? (
        <Changes movers={byBrand} noun="brand" toParams={(mentions) => ({ mentions, prompt })} />
      ) : null}
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
    intervals: OF_ONE_PROMPT,
  };
  const compared = useQuery(comparedReportQuery(selection, report));
  if (compared.error) return <Failure error={compared.error} onRetry={() => void compared.refetch()} />;
  const isReady = compared.data && channels && !compared.isPlaceholderData;
  const names = new Map(channels?.map(({ id, name }) => [id, name]));
  const movers = isReady ? findMovers('channel', { rows: compared.data.data, names }) : undefined;
  return <Changes movers={movers} noun="channel" toParams={(id) => ({ channels: id, prompt })} />;
}

interface ChangesProps {
  /** undefined while they load. */
  movers: readonly Mover[] | undefined;
  noun: string;
  toParams(id: string): ParamChanges;
}

function Changes({ movers, noun, toParams }: ChangesProps) {
  const location = useLocation();
  if (!movers) return <Loading />;
  return <MoverList movers={movers} noun={noun} toHref={(id) => toPage('/answers', location, toParams(id))} />;
}
