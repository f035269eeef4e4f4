import { getDomainWithoutSuffix } from 'tldts';
import { classifyDomain } from '../extraction/classify-source.ts';
import { toSite } from './group-names.ts';

/** The name of a site, as names of brands are compared with it: `nike` of `nike.co.uk`. */
export function toSiteName(domain: string): string {
  return toSite((getDomainWithoutSuffix(domain) ?? domain).toLowerCase());
}

/** Sites that write about brands rather than being one. */
const MEDIA: readonly string[] = ['EDITORIAL', 'UGC', 'REFERENCE', 'INSTITUTIONAL'];

export function isMedia(domain: string): boolean {
  return MEDIA.includes(classifyDomain(domain));
}
