import { getDomainWithoutSuffix } from 'tldts';
import { toSite } from './group-names.ts';

/** The name of a site, as names of brands are compared with it: `nike` of `nike.co.uk`. */
export function toSiteName(domain: string): string {
  return toSite((getDomainWithoutSuffix(domain) ?? domain).toLowerCase());
}
