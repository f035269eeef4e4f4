import { guessLanguage } from '../analysis/common-words.ts';
import type { AnalysisServices } from '../analysis/extraction-run.ts';
import { createBreath } from '../breath.ts';
import { groupNames, type NameGroup } from '../discovery/group-names.ts';
import { createOrdinaryUse } from '../discovery/ordinary-use.ts';
import { unpackNames } from '../discovery/packed-names.ts';
import { toNameKey } from '../discovery/parse-run.ts';
import { isMedia, toSiteName } from '../discovery/site-name.ts';
import { readAnswer } from '../extraction/read-answer.ts';
import {
  chooseNamed,
  type FoundBrand,
  findNewestNamed,
  listDomainNames,
  replaceSuggestions,
  sampleNamed,
  sumNames,
} from '../store/queries/brand-suggestions.ts';
import { listTrackedBrands } from '../store/queries/brands.ts';
import { readGenerations, readLatestSettings } from '../store/queries/extractions.ts';
import { DISCOVERY } from '../store/queries/work.ts';
import type { Db } from '../store/schema.ts';
import type { WorkKind } from '../work/kind.ts';

/** Enough to know what a market talks about; it bounds the time that this takes. */
const MAX_ANSWERS = 20_000;
const MAX_NAMES = 20_000;
const SAMPLED_ANSWERS = 1000;
/** Longer answers would hold up everything else. */
const LONGEST_SAMPLED = 16 * 1024;
const MAX_SUGGESTIONS = 500;
/** While answers come in all the time, it takes no more than a tenth of it. */
const AGAIN_AFTER_MS = 2000;
const REST = 10;

/** Finds brands that nobody tracks yet in what the answers name. */
export const discovery: WorkKind<AnalysisServices> = {
  kind: DISCOVERY,
  concurrency: 1,
  is_heavy: true,
  step: async (services, { project }, { signal }) => {
    const { store, now } = services;
    const started = performance.now();
    const before = await readSeen(store.db, project);
    const brands = await findBrands(services, project, signal);
    await store.write(project, (transaction) => replaceSuggestions(transaction, project, { brands, now: now() }));
    // Answers and brands may have come meanwhile, which found this work in progress.
    return async (db) => {
      if ((await readSeen(db, project)) === before) return 'done';
      const restMs = Math.max(AGAIN_AFTER_MS, REST * (performance.now() - started));
      return { due_at: new Date(now().getTime() + restMs) };
    };
  },
};

/** What the suggestions depend on, as one text: the newest answer, and the tracked brands. */
async function readSeen(db: Db, project: number): Promise<string> {
  const { generation, next_generation } = await readGenerations(db, project);
  return JSON.stringify([generation, next_generation, await findNewestNamed(db, project)]);
}

async function findBrands(services: AnalysisServices, project: number, signal: AbortSignal): Promise<FoundBrand[]> {
  const { store } = services;
  const breathe = createBreath();
  const options = { signal };
  const answers = await chooseNamed(store, project, { answers: MAX_ANSWERS, options });
  const statistics = await sumNames(store, project, { answers, limit: MAX_NAMES, options });
  const ordinaryUse = createOrdinaryUse();
  const sample = await sampleNamed(store, project, { answers: SAMPLED_ANSWERS, longest: LONGEST_SAMPLED });
  for (const { answer, names } of sample) {
    const { text } = readAnswer(answer, []).readable;
    ordinaryUse.add(text, unpackNames(names), guessLanguage(text));
    await breathe();
  }
  const domains = new Map<string, string[]>();
  for (const domain of await listDomainNames(store.db, project)) {
    const site = toSiteName(domain);
    domains.set(site, [...(domains.get(site) ?? []), domain]);
    await breathe();
  }
  const media = new Set<string>();
  for (const [site, own] of domains) {
    if (own.some(isMedia)) media.add(site);
    await breathe();
  }
  const context = { sites: new Set(domains.keys()), media, ordinaryUse, answers: answers.length };
  const groups = await groupNames(statistics, context, breathe);
  const chats = new Map(statistics.map(({ text, chats: number }) => [text, number]));
  const frequency = (group: NameGroup) => Math.max(...group.members.map((text) => chats.get(text)!));
  const frequent = groups.sort((one, other) => frequency(other) - frequency(one)).slice(0, MAX_SUGGESTIONS);
  const untracked = await leaveOutTracked(services, project, frequent);
  return untracked.map((group) => ({ ...group, domains: domains.get(group.key) ?? [] }));
}

/** Without those that tracked brands are found in. */
async function leaveOutTracked(
  { store, readers }: AnalysisServices,
  project: number,
  groups: readonly NameGroup[],
): Promise<NameGroup[]> {
  // From one state: settings are forgotten as soon as others have taken their place.
  const settings = await store.read(project, ({ db }) => readLatestSettings(db, project));
  // As inside a sentence, where a capital letter means something.
  const answers = groups.map(({ name }) => ({ answer: `I like ${name} best.`, channel: '', sources: [] }));
  const readings = await readers.read(settings, answers);
  const brands = await listTrackedBrands(store.db, project);
  // `Briggs` alone is no other brand than the tracked `Briggs & Riley`.
  const words = new Set(
    brands.flatMap(({ name, aliases }) => [name, ...aliases]).flatMap((text) => toNameKey(text).split(' ')),
  );
  return groups.filter(({ name }, index) => readings[index]!.mentions.length === 0 && !words.has(toNameKey(name)));
}
