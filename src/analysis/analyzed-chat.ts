import { findNames } from '../discovery/find-names.ts';
import { packNames } from '../discovery/packed-names.ts';
import { type GivenSource, toStatusKey } from '../domain/chat.ts';
import type { Amendments } from '../domain/correction.ts';
import { toLanguageKey } from '../domain/languages.ts';
import { classifyDomain, classifyUrl } from '../extraction/classify-source.ts';
import { type Excerpt, toExcerpt } from '../extraction/excerpt.ts';
import type { Answer, Source } from '../extraction/extract.ts';
import type { Analysis, Analyzer } from '../extraction/settings.ts';
import type { FactPlace, MentionTable } from '../store/fact-schema.ts';
import type { Page } from '../store/queries/sources.ts';
import { findLanguage } from './language.ts';

/** An answer as it came, or as it stands in the store. */
export interface UnreadAnswer {
  answer: string;
  /** The id of the channel that it came through. */
  channel: string;
  /** As JSON where they come from the store. */
  sources: readonly GivenSource[] | string;
  /** What people corrected in it. */
  amendments?: Amendments | undefined;
  /** The language that it was read in before: see domain/languages.ts. */
  language?: number | undefined;
}

export async function analyze(analyzer: Analyzer, unread: UnreadAnswer): Promise<Analysis> {
  return analyzeRead(analyzer, unread, { language: await findLanguage(unread.answer) });
}

/** The same for an answer of which something is known already. */
export function analyzeRead(
  analyzer: Analyzer,
  { answer, channel, sources, amendments }: UnreadAnswer,
  known: Pick<Answer, 'language' | 'read'>,
): Analysis {
  const given = typeof sources === 'string' ? (JSON.parse(sources) as GivenSource[]) : sources;
  return analyzer({ text: answer, channel, sources: given, amendments, ...known });
}

/** What facts are made of, without the evidence. */
export interface Reading {
  status: number;
  /** See domain/languages.ts. */
  language: number;
  mentions: Pick<MentionTable, 'brand' | 'mention_count' | 'position' | 'sentiment'>[];
  pages: Page[];
  /** Everything that is written like a name, packed; empty where it was not asked for. */
  names: string;
  /** A short passage; null where it was not asked for or the answer has no text. */
  excerpt: Excerpt | null;
}

/** What a reading looks for beside mentions and pages. */
export interface ReadingOptions {
  /** Names do not depend on the settings' brands, so most re-analysis has no need of them. */
  hasNames?: boolean;
  excerpt?: ExcerptOf;
}

/** What an excerpt is to show. What the answer does not have is passed over. */
export interface ExcerptOf {
  /** A regular expression, see domain/search-pattern.ts. */
  pattern: string | null;
  brand: number | null;
}

export function toReading(analysis: Analysis, { hasNames = false, excerpt }: ReadingOptions): Reading {
  const { status, language, brands, sentiments, sources, readable } = analysis;
  return {
    status: toStatusKey(status),
    language: toLanguageKey(language),
    mentions: brands.map(({ brand, count, position }, index) => ({
      brand,
      mention_count: count,
      position,
      sentiment: sentiments[index]!,
    })),
    pages: toPages(sources),
    names: hasNames ? packNames(findNames(readable)) : '',
    excerpt: excerpt ? toExcerpt(readable.text, findMarks(analysis, excerpt)) : null,
  };
}

/** The places of the text that was searched for or, where there are none, the mentions of the brand. */
function findMarks({ readable, brands, spans }: Analysis, { pattern, brand }: ExcerptOf): number[] {
  const found = pattern === null ? null : [...readable.text.matchAll(new RegExp(pattern, 'gu'))];
  if (found && found.length > 0) return found.flatMap(({ 0: { length }, index }) => [index, index + length]);
  return spans[brands.findIndex((finding) => finding.brand === brand)] ?? [];
}

/** Mentions as facts. */
export function toMentions(
  mentions: Reading['mentions'],
  { place: { project, date, prompt, channel, country, chat }, generation }: { place: FactPlace; generation: number },
): MentionTable[] {
  // Written out, because there are very many of them and two spreads take several times as long.
  return mentions.map(({ brand, mention_count, position, sentiment }) => ({
    project,
    date,
    prompt,
    channel,
    country,
    chat,
    brand,
    mention_count,
    position,
    sentiment,
    generation,
  }));
}

/** The pages of an answer with the classes that rules give them; brands and assignments are looked at in reports. */
function toPages(sources: readonly Source[]): Page[] {
  return sources.map(({ url_normalized, domain, title, citation_count }) => ({
    address: url_normalized,
    domain,
    title,
    citation_count,
    ...classify({ address: url_normalized, domain, title }),
  }));
}

const REMEMBERED_PAGES = 20_000;
let remembered = new Map<string, { title: string | null; classes: Pick<Page, 'url_class' | 'domain_class'> }>();

/** Answers cite the same pages over and over, nearly always with the same title. */
function classify({ address, domain, title }: { address: string; domain: string; title: string | null }) {
  const known = remembered.get(address);
  if (known?.title === title) return known.classes;
  if (remembered.size >= REMEMBERED_PAGES) remembered = new Map();
  const classes = { url_class: classifyUrl(address, title), domain_class: classifyDomain(domain) };
  remembered.set(address, { title, classes });
  return classes;
}
