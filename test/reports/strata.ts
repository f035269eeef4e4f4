import { BUILT_IN } from '../../src/domain/catalog.ts';
import type { MeasureName } from '../../src/statistics/measures.ts';
import type { Stratum } from '../../src/statistics/strata.ts';
import type { Chat } from './oracle.ts';

/** What one answer adds to a metric of a brand. */
const VALUES: Record<MeasureName, (chat: Chat, brand: number) => { a: number; b: number }> = {
  visibility: (chat, brand) => ({ a: find(chat, brand) ? 1 : 0, b: 1 }),
  share_of_voice: (chat, brand) => ({
    a: find(chat, brand)?.count ?? 0,
    b: chat.mentions!.reduce((sum, { count }) => sum + count, 0),
  }),
  position: (chat, brand) => ({ a: find(chat, brand)?.position ?? 0, b: find(chat, brand) ? 1 : 0 }),
  sentiment: (chat, brand) => {
    const sentiment = find(chat, brand)?.sentiment;
    return sentiment === undefined ? { a: 0, b: 0 } : { a: Math.round(sentiment * 1000), b: 1 };
  },
};

function find({ mentions }: Chat, brand: number) {
  return mentions!.find((mention) => mention.brand === brand);
}

function toStrata(chats: readonly Chat[], { brand, name }: { brand: number; name: MeasureName }): Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const chat of chats) {
    const place = { prompt: chat.prompt + 1, channel: BUILT_IN.findChannel(chat.channel)!.key };
    const stratum = strata.get(JSON.stringify(place)) ?? { ...place, answers: 0, a: 0, b: 0, aa: 0, ab: 0, bb: 0 };
    const { a, b } = VALUES[name](chat, brand);
    stratum.answers += 1;
    stratum.a += a;
    stratum.b += b;
    stratum.aa += a * a;
    stratum.ab += a * b;
    stratum.bb += b * b;
    strata.set(JSON.stringify(place), stratum);
  }
  return [...strata.values()];
}

/** Something for each metric, made of the strata of chats and a brand. */
export function collectStrata<Sums>(
  read: (toStrataOf: (chats: readonly Chat[], brand: number) => Stratum[], name: MeasureName) => Sums,
): Record<MeasureName, Sums> {
  const of = (name: MeasureName) => read((chats, brand) => toStrata(chats, { brand, name }), name);
  return {
    visibility: of('visibility'),
    share_of_voice: of('share_of_voice'),
    position: of('position'),
    sentiment: of('sentiment'),
  };
}

/** Numbers to seven digits: sums are added up in another order here. */
export function toRounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === 'number' ? Number(inner.toPrecision(7)) : inner,
  );
}
