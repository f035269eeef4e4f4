import type { NameStatistics } from './name-statistics.ts';
import { isArticle, isBeginning, isCompanyWord, isGivenName, isModelWord, isOrdinary, isPrefix } from './name-words.ts';
import type { OrdinaryUse } from './ordinary-use.ts';
import { isNeverBrand, toNameKey } from './parse-run.ts';

/** A brand, as far as the answers can tell, with all names that belong to it. */
export interface NameGroup {
  /** The folded name without spaces and punctuation. */
  key: string;
  name: string;
  /** Other ways to write it. */
  spellings: string[];
  /** What is written in answers: its name and those of its products. */
  members: string[];
}

/** What is known besides the names. */
export interface NameContext {
  /** The names of all cited domains, without suffix and punctuation. */
  sites: ReadonlySet<string>;
  /** Those of them that are magazines, forums and the like. */
  media: ReadonlySet<string>;
  ordinaryUse: OrdinaryUse;
  /** The number of answers. */
  answers: number;
}

const MAX_BRAND_WORDS = 4;
const MIN_STEM_LENGTH = 4;
/** From this share of answers on that use it so, a word is an ordinary one. */
const MAX_ORDINARY_SHARE = 0.34;
const MOSTLY = 0.9;
/** With so many answers, what only one of them names is too little to go by. */
const MANY_ANSWERS = 5;
/** From this many answers on, compared with those that name it alone, a line of products belongs to a brand. */
const OWNED_SHARE = 0.4;
/** If this share of the answers that name a brand have it in a title, that is where they put brands. */
const LISTING_SHARE = 0.5;
/** What is never in a title is a brand there if so many answers name it, or this share of them. */
const MIN_PASSING_CHATS = 4;
const MIN_PASSING_SHARE = 0.05;
/** From this share of the answers on that go on with a word, a given name is only the beginning of a name. */
const MOSTLY_PERSON = 0.5;
/** From this share of the answers on, a number after it makes a line of products of a name. */
const LINE_SHARE = 0.5;
/** An ordinary word is a brand if this share of the answers has it as a name inside a sentence. */
const MIN_INSIDE_SHARE = 0.25;
/** A word that may well be a noun is a brand if at least this share of the answers recommends it, and few use it as a noun. */
const MIN_TITLE_SHARE = 0.25;
const MAX_NOUN_SHARE = 0.3;
/** Two ordinary words of which so many answers use the second one alone are a thing: `Right Card`. */
const MIN_THING_SHARE = 0.5;
const ABBREVIATION = /^[\p{Lu}\d]{2,5}s?$/u;
const POSSESSIVE = /(?:'s|s')$/;
const POLISH_ENDINGS = ['owi', 'ami', 'ach', 'em', 'ie', 'om', 'a', 'u', 'y'];
const HYPHEN_LAST = /-[^ ]*$/;
const GENERATION = /^\d{1,2}$/;
const PLAIN_WORD = /^\p{Lu}\p{Ll}+$/u;

/** The names that begin with the same words. */
interface Prefix {
  chats: number;
  /** Answers where the name ends here. */
  ends: number;
  /** Answers by the word that follows. */
  next: Map<string, number>;
  /** Of these, where it is a small number, and where it is a word with a capital letter. */
  numbered: number;
  plain: number;
  /** The ways to write it, with the number of answers. */
  forms: Map<string, number>;
  /** The one that most answers have, once somebody asked for it. */
  best?: string;
}

interface KeyedName extends NameStatistics {
  /** Folded. */
  words: readonly string[];
}

/** A name in a group: the first words are the brand's. */
interface Member extends KeyedName {
  brandLength: number;
}

/**
 * Puts the names of a project together that belong to one brand (`Nike`, `Nike Pegasus 41`, `Nike's`), and leaves out what
 * is none. There may be many thousands, so it pauses between them.
 */
export async function groupNames(
  statistics: readonly NameStatistics[],
  context: NameContext,
  breathe: () => Promise<void> | undefined,
): Promise<NameGroup[]> {
  const names = statistics.map((name): KeyedName => ({ ...name, words: toNameKey(name.text).split(' ') }));
  const prefixes = new Map<string, Prefix>();
  for (const name of names) {
    addPrefixes(prefixes, name);
    await breathe();
  }
  // `De'Longhi` and `DeLonghi` are one brand: all that are the same without spaces and punctuation.
  const groups = new Map<string, Map<string, Member[]>>();
  const hyphenated = new Set<string>();
  for (const key of prefixes.keys()) {
    if (HYPHEN_LAST.test(key)) hyphenated.add(toSite(key));
    await breathe();
  }
  const corpus = { ...context, prefixes, hyphenated };
  for (const name of names) {
    const brand = findBrand(name.words, corpus);
    const key = brand.join(' ');
    const spellings = groups.get(toSite(key)) ?? new Map<string, Member[]>();
    groups.set(toSite(key), spellings);
    const members = spellings.get(key) ?? [];
    spellings.set(key, members);
    members.push({ ...name, brandLength: brand.length });
    await breathe();
  }
  const brands = new Map<string, WeighedGroup>();
  for (const [key, spellings] of groups) {
    const group = toGroup(key, { spellings, prefixes, context });
    if (group !== null) brands.set(key, group);
    await breathe();
  }
  for (const [key, owner] of await findOwners(groups, context, breathe)) {
    const [line, brand] = [brands.get(key), brands.get(owner)];
    if (line === undefined || brand === undefined) continue;
    brand.members.push(...line.members);
    for (const kind of COUNTED) brand.evidence[kind] = Math.max(brand.evidence[kind], line.evidence[kind]);
    brands.delete(key);
  }
  return leaveOutPassing([...brands.values()], context);
}

/** A brand, and what speaks for it. */
interface WeighedGroup extends NameGroup {
  evidence: Evidence;
}

/**
 * Where answers put what they recommend into titles, a name that never is in one, and not in many answers, is mostly a feature
 * (`Auto-iQ`) or a part of a name.
 */
function leaveOutPassing(brands: readonly WeighedGroup[], { answers }: NameContext): NameGroup[] {
  const sum = (read: (evidence: Evidence) => number) =>
    brands.reduce((total, { evidence }) => total + read(evidence), 0);
  const isListing = sum(({ titles, chats }) => Math.min(titles, chats)) >= LISTING_SHARE * sum(({ chats }) => chats);
  const enough = Math.max(MIN_PASSING_CHATS, MIN_PASSING_SHARE * answers);
  const isPassing = ({ evidence: { titles, chats, hasSite, products } }: WeighedGroup) =>
    titles === 0 && !hasSite && products < 2 && chats < enough;
  return brands.filter((brand) => !isListing || !isPassing(brand)).map(({ evidence: _, ...group }) => group);
}

type Groups = ReadonlyMap<string, ReadonlyMap<string, Member[]>>;

/** Lines of products that are mostly named together with their brand: `Pixel`, beside `Google Pixel`. */
async function findOwners(
  groups: Groups,
  { sites }: NameContext,
  breathe: () => Promise<void> | undefined,
): Promise<Map<string, string>> {
  const chats = new Map<string, number>();
  const together = new Map<string, Map<string, number>>();
  for (const [key, spellings] of groups) {
    for (const member of [...spellings.values()].flat()) {
      chats.set(key, (chats.get(key) ?? 0) + member.chats);
      const rest = member.words.slice(member.brandLength);
      // `Pixel`, and `Barista Express`.
      for (const line of new Set([rest.slice(0, 1), rest.slice(0, 2)].map((words) => toSite(words.join(' '))))) {
        const owners = together.get(line) ?? new Map<string, number>();
        together.set(line, owners.set(key, (owners.get(key) ?? 0) + member.chats));
      }
      await breathe();
    }
  }
  const owners = new Map<string, string>();
  for (const key of groups.keys()) {
    await breathe();
    if (sites.has(key)) continue;
    const [owner, number] = [...(together.get(key) ?? [])].sort(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (owner !== key && number >= 2 && number >= OWNED_SHARE * chats.get(key)!) owners.set(key, owner);
  }
  return owners;
}

function toGroup(
  key: string,
  {
    spellings,
    prefixes,
    context,
  }: {
    spellings: ReadonlyMap<string, Member[]>;
    prefixes: ReadonlyMap<string, Prefix>;
    context: NameContext;
  },
): WeighedGroup | null {
  const [[first], ...others] = [...spellings].sort(([one], [other]) => countChats(other) - countChats(one)) as [
    [string, Member[]],
    ...[string, Member[]][],
  ];
  const members = [...spellings.values()].flat();
  const name = toBestForm(prefixes.get(first)!);
  const evidence = weigh(first, members, context);
  if (!isBrand({ key: first, name, evidence, context })) return null;
  return {
    key,
    name,
    evidence,
    spellings: others.map(([spelling]) => toBestForm(prefixes.get(spelling)!)),
    members: members.map(({ text }) => text),
  };

  function countChats(spelling: string): number {
    return spellings.get(spelling)!.reduce((sum, { chats }) => sum + chats, 0);
  }
}

function addPrefixes(prefixes: Map<string, Prefix>, name: KeyedName): void {
  const texts = name.text.split(' ');
  for (let length = 1; length <= Math.min(MAX_BRAND_WORDS, name.words.length); length++) {
    const key = name.words.slice(0, length).join(' ');
    const prefix = prefixes.get(key) ?? createPrefix();
    prefixes.set(key, prefix);
    addTo(prefix, name, {
      next: name.words[length],
      following: texts[length] ?? '',
      form: texts.slice(0, length).join(' '),
    });
  }
}

function createPrefix(): Prefix {
  return { chats: 0, ends: 0, next: new Map(), numbered: 0, plain: 0, forms: new Map() };
}

function addTo(
  prefix: Prefix,
  { chats }: KeyedName,
  { next, following, form }: { next: string | undefined; following: string; form: string },
): void {
  prefix.chats += chats;
  if (next === undefined) prefix.ends += chats;
  else {
    prefix.next.set(next, (prefix.next.get(next) ?? 0) + chats);
    if (GENERATION.test(next)) prefix.numbered += chats;
    if (PLAIN_WORD.test(following)) prefix.plain += chats;
  }
  prefix.forms.set(form, (prefix.forms.get(form) ?? 0) + chats);
}

/** The usual way to write it. All names must have been added before. */
function toBestForm(prefix: Prefix): string {
  if (prefix.best === undefined) {
    let most = 0;
    for (const [form, chats] of prefix.forms) {
      if (chats > most) [prefix.best, most] = [form, chats];
    }
  }
  return prefix.best ?? '';
}

interface Corpus extends Pick<NameContext, 'sites' | 'ordinaryUse'> {
  prefixes: ReadonlyMap<string, Prefix>;
  /** Those that end with a word with a hyphen, without it. */
  hyphenated: ReadonlySet<string>;
}

/** The words of a name that are the brand's: `nike` of `nike pegasus 41`, `new balance` of `new balance 1080`. */
function findBrand(words: readonly string[], corpus: Corpus): string[] {
  const [first] = words as [string];
  if (words.length > 1 && POSSESSIVE.test(first)) {
    const owner = first.replace(/'s?$/, '');
    const known = corpus.prefixes.get(owner);
    // `Lands' End` is written without the mark, too, and never just `Lands`.
    if (known !== undefined && (first.endsWith('s') || known.ends > 0)) return [owner];
  }
  // `Ikeas`: the genitive, or several of them.
  const stem = first.slice(0, -1);
  if (first.endsWith('s') && stem.length >= MIN_STEM_LENGTH && !isOrdinary(stem) && !corpus.sites.has(toSite(first))) {
    const own = corpus.prefixes.get(first)!.chats;
    // `Robert Bosch` has nothing to do with `Roberts`: the name must end there.
    if ((corpus.prefixes.get(stem)?.ends ?? 0) >= own) return [stem];
  }
  const uninflected = findUninflected(first, corpus);
  if (uninflected !== null) return [uninflected];
  let length = 1;
  while (length < Math.min(MAX_BRAND_WORDS, words.length) && goesOn(words, length, corpus)) length++;
  return words.slice(0, length);
}

/** `Lidl` of the Polish `Lidla` and `Lidlem`. */
function findUninflected(word: string, { prefixes, ordinaryUse }: Corpus): string | null {
  if (isOrdinary(word) || !ordinaryUse.isPolish([word])) return null;
  for (const ending of POLISH_ENDINGS) {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < MIN_STEM_LENGTH || isOrdinary(stem)) continue;
    if ((prefixes.get(stem)?.ends ?? 0) > 0) return stem;
  }
  return null;
}

/** Whether the brand's name goes on after its first words. */
function goesOn(words: readonly string[], length: number, { prefixes, hyphenated, sites }: Corpus): boolean {
  const next = words[length]!;
  const key = words.slice(0, length).join(' ');
  const longer = `${key} ${next}`;
  const text = toBestForm(prefixes.get(longer)!).split(' ')[length] ?? '';
  // `De'Longhi La Specialista` is a product.
  if (isArticle(words[length - 1]!) || (isArticle(next) && text === text.toLowerCase())) return true;
  if (isModelWord(next)) return false;
  if (sites.has(toSite(longer)) && !sites.has(toSite(key))) return true;
  // `La Roche Posay`, beside `La Roche-Posay`.
  if (POSSESSIVE.test(key) || (!longer.includes('-') && hyphenated.has(toSite(longer)))) return true;
  const { chats, ends, plain, next: followers } = prefixes.get(key)!;
  const share = followers.get(next)! / chats;
  if (isBeginning(key)) return PLAIN_WORD.test(text);
  if (isCompanyWord(next)) return share >= 0.5;
  // Several may have the same one: `Tom Ford`, `Tom Tailor`.
  if (isGivenName(key)) return plain >= MOSTLY_PERSON * chats && PLAIN_WORD.test(text);
  // `Capital One` is never just `Capital`.
  if (!words.slice(0, length).every(isOrdinary)) return false;
  return chats >= 2 && ends === 0 && share >= MOSTLY && PLAIN_WORD.test(text) && !isLine(prefixes.get(longer)!);
}

/** Whether words are mostly followed by a small number, as a line of products is: `Blink Outdoor 4`, not `Infant Optics DXR-8`. */
function isLine({ chats, numbered }: Prefix): boolean {
  return numbered >= LINE_SHARE * chats;
}

/** A folded name as it would be in a domain. */
export function toSite(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '');
}

/** How answers use a name. */
interface Evidence {
  /** Numbers of answers, of places, and of places of each kind. */
  chats: number;
  count: number;
  titles: number;
  inside: number;
  labels: number;
  /** Number of different products. */
  products: number;
  /** Whether a site of this name is cited. */
  hasSite: boolean;
}

const COUNTED = ['chats', 'count', 'titles', 'inside', 'labels'] as const;

function weigh(key: string, members: readonly Member[], { sites }: NameContext): Evidence {
  const evidence = { chats: 0, count: 0, titles: 0, inside: 0, labels: 0 };
  for (const member of members) for (const kind of COUNTED) evidence[kind] += member[kind];
  const rests = members.map((member) => member.words.slice(member.brandLength).join(' '));
  return { ...evidence, products: new Set(rests.filter(isProduct)).size, hasSite: sites.has(toSiteName(key)) };
}

function toSiteName(key: string): string {
  return toSite(key.replace(/\.(?:com|org|net)$/, ''));
}

interface Candidate {
  key: string;
  name: string;
  evidence: Evidence;
  context: NameContext;
}

function isBrand({ key, name, evidence, context: { media, ordinaryUse, answers } }: Candidate): boolean {
  const words = key.split(' ');
  const { chats, titles, inside, products, hasSite } = evidence;
  if (isNeverBrand(key) || media.has(toSiteName(key))) return false;
  if (isBeginning(key) && !hasSite) return false;
  if (chats < 2 && (titles === 0 || answers >= MANY_ANSWERS)) return false;
  // Names of cited sites stand in the labels of links.
  if (products === 0 && evidence.labels >= 0.8 * evidence.count) return false;
  const ordinaryShare = ordinaryUse.shareOf(words);
  // At the start of sentences and in the heads of tables, everything has a capital letter.
  if (titles + inside === 0 && products === 0 && !hasSite) return false;
  if (!hasSite && products < 2 && ABBREVIATION.test(name)) return false;
  if (!hasSite && (products < 2 || ordinaryShare > 0) && isCompound(name)) return false;
  if (PLAIN_WORD.test(name) && !hasSite && products === 0 && ordinaryUse.isAmongNouns(words)) {
    // A capital letter means nothing there, so it must stand where assistants put what they recommend.
    if (titles < MIN_TITLE_SHARE * chats || ordinaryShare > MAX_NOUN_SHARE) return false;
  }
  if (words.length === 1 && ordinaryShare >= (products >= 3 ? 0.5 : MAX_ORDINARY_SHARE)) return false;
  if (!words.every((word) => isOrdinary(word) || isModelWord(word))) return true;
  if (chats < 2) return false;
  // `Lands' End`, `United Airlines`
  const isKnown = hasSite || POSSESSIVE.test(words[0]!) || isCompanyWord(words.at(-1)!);
  if (!isKnown && products === 0 && ordinaryUse.shareOfSecond(words) >= MIN_THING_SHARE) return false;
  if (ordinaryShare < MAX_ORDINARY_SHARE && inside >= Math.max(2, MIN_INSIDE_SHARE * chats)) return true;
  if (titles < 2) return false;
  if (products > 0 && ordinaryShare < 0.25) return true;
  return chats >= 3 && ordinaryShare === 0 && (words.length === 1 || isKnown);
}

/** `Eco-Friendly`, `TSA-approved`, and `moreOther`, which a page glued together: words, not names. */
function isCompound(name: string): boolean {
  if (name.includes(' ')) return false;
  const parts = name.split('-');
  const last = parts.at(-1)!;
  if (parts.length > 1 && isOrdinary(last.toLowerCase())) {
    if (last === last.toLowerCase()) return true;
    return parts.every((part) => isOrdinary(part.toLowerCase()) || isPrefix(part.toLowerCase()));
  }
  const glued = /^(\p{Ll}+)(\p{Lu}\p{Ll}+)/u.exec(name);
  if (glued === null) return false;
  return glued.slice(1).every((part) => isOrdinary(part.toLowerCase()));
}

/** What follows a brand in the name of a product: it has a word that is not an ordinary one. */
function isProduct(rest: string): boolean {
  return rest !== '' && rest.split(' ').some((word) => isModelWord(word) || !isOrdinary(word));
}
