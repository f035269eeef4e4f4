import { sql } from 'kysely';
import type { Reader } from '../store/store.ts';
import { toAddress } from './source-filters.ts';
import { DOMAIN_CLASS, findOwners, joinDomainClass, joinUrlClass, selectOwners, URL_CLASS } from './source-query.ts';

/** A page that answers used. */
export interface SourcePage {
  url: string;
  title: string;
  domain: string;
  /** The class of its domain, and its own. */
  classification: string;
  url_classification: string;
}

/** The page with any address that leads to it; undefined if no answer ever used it. */
export async function findSourcePage(reader: Reader, project: number, url: string): Promise<SourcePage | undefined> {
  const owners = await findOwners(reader.db, project);
  const { rows } = await sql<SourcePage>`with owner as (${selectOwners({ owners })})
    select u.address as url, u.title, d.name as domain, ${DOMAIN_CLASS} as classification,
      ${URL_CLASS} as url_classification
    from urls u ${joinUrlClass(project)}
    join domains d on d.project = ${project} and d.domain = u.domain ${joinDomainClass(project)}
    where u.project = ${project} and u.address = ${toAddress(url)}`.execute(reader.db);
  return rows[0];
}
