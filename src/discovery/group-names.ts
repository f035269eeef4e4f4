import { type NameStatistics, NOTHING } from './name-statistics.ts';
import { isArticle, isCompanyWord, isModelWord, isOrdinary, isTerm, isTopicWord } from './name-words.ts';
import { isPlace } from './places.ts';

/** A brand, as far as the answers can tell, with all names that belong to it. */
export interface NameGroup {
  key: string;
  name: string;
  members: string[];
}

const MAX_BRAND_WORDS = 4;
/** From this share of answers on, a word is an ordinary one: they also have it in lower case. */
const MAX_LOWER_SHARE = 0.34;
const MOSTLY = 0.9;
const ABBREVIATION = /^[\p{Lu}\d]{2,5}s?$/u;
const PLAIN_WORD = /^\p{Lu}\p{Ll}+$/u;

/** The names that begin with the same words. */
interface Prefix extends Omit<NameStatistics, 'key' | 'text'> {
  /** Answers where the name ends here. */
  ends: number;
  /** Answers by the word that follows. */
  next: Map<string, number>;
  /** The ways to write it, with the number of answers. */
  forms: Map<string, number>;
}

/**
 * Puts the names of a project together that belong to one brand (`Nike`, `Nike Pegasus 41`, `Nike's`), and leaves out what
 * is none. `sites` has the names of all cited domains, without suffix and punctuation.
 */
export function groupNames(names: readonly NameStatistics[], sites: ReadonlySet<string>): NameGroup[] {
  const prefixes = countPrefixes(names);
  const groups = new Map<string, NameStatistics[]>();
  for (const name of names) {
    const key = findBrand(name.key.split(' '), { prefixes, sites });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [name]);
    else group.push(name);
  }
  return [...groups].flatMap(([key, members]) => {
    const prefix = prefixes.get(key)!;
    const name = toBestForm(prefix);
    if (!isBrand({ key, name, prefix, members, sites })) return [];
    return [{ key, name, members: members.map((member) => member.key) }];
  });
}

function countPrefixes(names: readonly NameStatistics[]): Map<string, Prefix> {
  const prefixes = new Map<string, Prefix>();
  for (const name of names) {
    const words = name.key.split(' ');
    const texts = name.text.split(' ');
    for (let length = 1; length <= Math.min(MAX_BRAND_WORDS, words.length); length++) {
      const key = words.slice(0, length).join(' ');
      const prefix = prefixes.get(key) ?? createPrefix();
      prefixes.set(key, prefix);
      addTo(prefix, name, { next: words[length], form: texts.slice(0, length).join(' '), length });
    }
  }
  return prefixes;
}

function createPrefix(): Prefix {
  return { ...NOTHING, ends: 0, next: new Map(), forms: new Map() };
}

function addTo(
  prefix: Prefix,
  name: NameStatistics,
  { next, form, length }: { next: string | undefined; form: string; length: number },
): void {
  prefix.chats += name.chats;
  prefix.count += name.count;
  prefix.labels += name.labels;
  prefix.titles += name.titles;
  prefix.inside += name.inside;
  prefix.lower += length === 1 ? name.lower : name.lower_two;
  if (next === undefined) prefix.ends += name.chats;
  else prefix.next.set(next, (prefix.next.get(next) ?? 0) + name.chats);
  prefix.forms.set(form, (prefix.forms.get(form) ?? 0) + name.chats);
}

function toBestForm({ forms }: Prefix): string {
  let best = '';
  let most = 0;
  for (const [form, chats] of forms) {
    if (chats > most) [best, most] = [form, chats];
  }
  return best;
}

interface Corpus {
  prefixes: ReadonlyMap<string, Prefix>;
  sites: ReadonlySet<string>;
}

/** The words of a name that are the brand's: `nike` of `nike pegasus 41`, `new balance` of `new balance 1080`. */
function findBrand(words: readonly string[], corpus: Corpus): string {
  const [first] = words as [string];
  if (words.length > 1 && first.endsWith("'s")) {
    const owner = first.slice(0, -2);
    if (corpus.prefixes.has(owner)) return owner;
  }
  let length = 1;
  while (length < Math.min(MAX_BRAND_WORDS, words.length) && goesOn(words, length, corpus)) length++;
  return words.slice(0, length).join(' ');
}

/** Whether the brand's name goes on after its first words. */
function goesOn(words: readonly string[], length: number, { prefixes, sites }: Corpus): boolean {
  const next = words[length]!;
  if (isArticle(next) || isArticle(words[length - 1]!)) return true;
  if (isModelWord(next)) return false;
  const key = words.slice(0, length).join(' ');
  const longer = `${key} ${next}`;
  if (sites.has(toSite(longer)) && !sites.has(toSite(key))) return true;
  if (key.endsWith("'s")) return true;
  const { chats, ends, next: followers } = prefixes.get(key)!;
  const share = followers.get(next)! / chats;
  if (isCompanyWord(next)) return share >= 0.5;
  // `Capital One` is never just `Capital`.
  if (!words.slice(0, length).every(isOrdinary)) return false;
  const text = toBestForm(prefixes.get(longer)!).split(' ')[length];
  return chats >= 2 && ends === 0 && share >= MOSTLY && PLAIN_WORD.test(text ?? '');
}

/** A name as it would be in a domain. */
function toSite(key: string): string {
  return key.replace(/[^\p{L}\p{N}]/gu, '');
}

interface Candidate {
  key: string;
  name: string;
  prefix: Prefix;
  members: readonly NameStatistics[];
  sites: ReadonlySet<string>;
}

function isBrand({ key, name, prefix, members, sites }: Candidate): boolean {
  const words = key.split(' ');
  if (isTerm(words[0]!) || isTopicWord(words[0]!) || isPlace(key) || words.every(isModelWord)) return false;
  if (words.length === 1 && /^\p{L}*-?\d/u.test(key)) return false;
  const sum = (read: (member: NameStatistics) => number) => members.reduce((total, member) => total + read(member), 0);
  const chats = sum((member) => member.chats);
  const titles = sum((member) => member.titles);
  const inside = sum((member) => member.inside);
  if (titles === 0 && chats < 2) return false;
  const products = members.filter((member) => isProduct(member.key.slice(key.length + 1))).length;
  // Names of cited sites stand in the labels of links.
  if (products === 0 && sum(({ labels }) => labels) >= 0.8 * sum(({ count }) => count)) return false;
  const lowerShare = prefix.lower / prefix.chats;
  const hasSite = sites.has(toSite(key));
  if (ABBREVIATION.test(name) && !(products >= 2 && titles > 0) && !hasSite) return false;
  if (words.length === 1 && lowerShare >= (products >= 3 ? 0.5 : MAX_LOWER_SHARE)) return false;
  if (!words.every((word) => isOrdinary(word) || isModelWord(word))) return true;
  if (chats < 2) return false;
  if (lowerShare < MAX_LOWER_SHARE && inside >= 2) return true;
  if (titles < 2) return false;
  return (products > 0 && lowerShare < 0.25) || (chats >= 3 && lowerShare === 0);
}

/** What follows a brand in the name of a product: it has a word that is not an ordinary one. */
function isProduct(rest: string): boolean {
  return rest !== '' && rest.split(' ').some((word) => isModelWord(word) || !isOrdinary(word));
}
