import { sql } from 'kysely';
import { createBreath } from '../../breath.ts';
import type { DomainTable, FactPlace, SourceTable, UrlTable } from '../fact-schema.ts';
import { findNamed } from '../known-rows.ts';
import { isInList } from '../lists.ts';
import type { Transaction } from '../store.ts';
import { nextKeys } from './counters.ts';

/** A page that an answer retrieved, with the classes that the rules give it. */
export interface Page {
  address: string;
  domain: string;
  title: string | null;
  citation_count: number;
  url_class: string;
  domain_class: string;
}

/** Adds the pages of chats. Each address and each domain is stored once per project. */
export async function addSources(
  transaction: Transaction,
  project: number,
  chats: readonly { chat: FactPlace; generation: number; pages: readonly Page[] }[],
): Promise<void> {
  const pages = chats.flatMap((entry) => entry.pages);
  if (pages.length === 0) return;
  // Of ten thousand new pages, each of these steps takes tens of milliseconds.
  const breathe = createBreath();
  const domains = await findOrAddDomains(transaction, project, { pages, breathe });
  await breathe();
  const urls = await findOrAddUrls(transaction, project, { pages, domains, breathe });
  await breathe();
  const rows = chats.flatMap(({ chat: place, generation, pages: own }): SourceTable[] => {
    const { date, prompt, channel, country, chat } = place;
    const seen = new Set<number>();
    return own.map(({ address, domain: name, citation_count }) => {
      const domain = domains.get(name)!;
      const is_first = seen.has(domain) ? 0 : 1;
      seen.add(domain);
      return {
        project,
        date,
        prompt,
        channel,
        country,
        chat,
        url: urls.get(address)!,
        domain,
        citation_count,
        is_first,
        generation,
      };
    });
  });
  await breathe();
  await transaction.append('sources', rows);
}

async function findOrAddDomains(
  { db, append }: Transaction,
  project: number,
  { pages, breathe }: { pages: readonly Page[]; breathe: ReturnType<typeof createBreath> },
) {
  const classes = new Map(pages.map(({ domain, domain_class }) => [domain, domain_class]));
  const known = await findNamed(db, project, {
    table: 'domains',
    names: [...classes.keys()],
    read: async (names) =>
      (
        await sql<Pick<DomainTable, 'domain' | 'name'>>`
          select domain, name from domains where project = ${project} and ${isInList(sql`name`, names, 'text')}`.execute(
          db,
        )
      ).rows,
  });
  await breathe();
  const keys = new Map(known.map(({ domain, name }) => [name, domain]));
  const added = [...classes.keys()].filter((name) => !keys.has(name));
  if (added.length === 0) return keys;
  const first = await nextKeys(db, project, 'domain', added.length);
  const table = added.map(
    (name, index): DomainTable => ({ project, domain: first + index, name, class: classes.get(name)! }),
  );
  await append('domains', table);
  for (const { domain, name } of table) keys.set(name, domain);
  return keys;
}

async function findOrAddUrls(
  { db, append }: Transaction,
  project: number,
  {
    pages,
    domains,
    breathe,
  }: { pages: readonly Page[]; domains: ReadonlyMap<string, number>; breathe: ReturnType<typeof createBreath> },
) {
  const byAddress = new Map<string, Page>();
  for (const page of pages) if (!byAddress.get(page.address)?.title) byAddress.set(page.address, page);
  const known = await findNamed(db, project, {
    table: 'urls',
    names: [...byAddress.keys()],
    read: async (names) =>
      (
        await sql<Pick<UrlTable, 'url' | 'address'>>`
          select url, address from urls where project = ${project} and ${isInList(sql`address`, names, 'text')}`.execute(
          db,
        )
      ).rows,
  });
  await breathe();
  const keys = new Map(known.map(({ url, address }) => [address, url]));
  const added = [...byAddress.values()].filter(({ address }) => !keys.has(address));
  if (added.length === 0) return keys;
  const first = await nextKeys(db, project, 'url', added.length);
  const table = added.map(
    ({ address, domain, title, url_class }, index): UrlTable => ({
      project,
      url: first + index,
      address,
      domain: domains.get(domain)!,
      title: title ?? '',
      class: url_class,
    }),
  );
  await append('urls', table);
  for (const { url, address } of table) keys.set(address, url);
  return keys;
}
