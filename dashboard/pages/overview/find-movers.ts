import type { BrandRow } from '../../api/types.ts';

/** What is compared: every prompt, topic, channel or brand. */
export type MoverKind = 'prompt' | 'channel' | 'topic' | 'brand';

export interface Mover {
  id: string;
  name: string;
  /** A row of a compared report that has answers in both periods. */
  row: BrandRow & { previous: NonNullable<BrandRow['previous']> };
  /** How its visibility changed; null if no prompt has answers from the same channel in both periods. */
  change: NonNullable<BrandRow['change']>['visibility'];
}

/** What has answers in both periods: first what really changed, the largest change of visibility first. */
export function findMovers(
  kind: MoverKind,
  { rows, names }: { rows: readonly BrandRow[]; names: ReadonlyMap<string, string> },
): Mover[] {
  const toId = ({ prompt, topic, model_channel, brand }: BrandRow) =>
    ({ prompt, topic, channel: model_channel, brand })[kind]?.id ?? '';
  const movers = rows.flatMap((row): Mover[] => {
    const { previous, change } = row;
    const id = toId(row);
    const name = names.get(id);
    if (!previous || name === undefined) return [];
    return [{ id, name, row: { ...row, previous }, change: change?.visibility ?? null }];
  });
  const measure = ({ change }: Mover) => (change?.significant ? 1 : 0) + Math.abs(change?.difference ?? 0) / 2;
  return movers.sort((left, right) => measure(right) - measure(left));
}
