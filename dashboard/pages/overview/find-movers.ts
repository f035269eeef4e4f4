import type { BrandRow } from '../../api/types.ts';

/** What is compared: every prompt, topic, channel or brand. */
export type MoverKind = 'prompt' | 'channel' | 'topic' | 'brand';

export interface Mover {
  id: string;
  name: string;
  now: BrandRow;
  before: BrandRow;
}

interface Rows {
  now: readonly BrandRow[];
  before: readonly BrandRow[];
  names: ReadonlyMap<string, string>;
}

/** What has answers in both periods, the largest change of visibility first. */
export function findMovers(kind: MoverKind, { now, before, names }: Rows): Mover[] {
  const toId = ({ prompt, topic, model_channel, brand }: BrandRow) =>
    ({ prompt, topic, channel: model_channel, brand })[kind]?.id ?? '';
  const previous = new Map(before.map((row) => [toId(row), row]));
  const movers = now.flatMap((row): Mover[] => {
    const id = toId(row);
    const other = previous.get(id);
    const name = names.get(id);
    if (other === undefined || name === undefined) return [];
    return row.visibility_total === 0 || other.visibility_total === 0 ? [] : [{ id, name, now: row, before: other }];
  });
  const measure = (mover: Mover) => Math.abs(mover.now.visibility - mover.before.visibility);
  return movers.sort((a, b) => measure(b) - measure(a));
}
