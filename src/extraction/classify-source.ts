import { getDomainWithoutSuffix } from 'tldts';

type DomainClass = 'CORPORATE' | 'EDITORIAL' | 'INSTITUTIONAL' | 'REFERENCE' | 'UGC' | 'OTHER';
export type UrlClass =
  | 'HOMEPAGE'
  | 'CATEGORY_PAGE'
  | 'PRODUCT_PAGE'
  | 'LISTICLE'
  | 'COMPARISON'
  | 'PROFILE'
  | 'ALTERNATIVE'
  | 'DISCUSSION'
  | 'HOW_TO_GUIDE'
  | 'ARTICLE'
  | 'OTHER';

// Well-known sites, by the name before the public suffix.
const SITES: Record<'UGC' | 'REFERENCE' | 'EDITORIAL' | 'INSTITUTIONAL' | 'CORPORATE', Set<string>> = {
  UGC: toSet(
    'reddit quora youtube youtu facebook instagram tiktok twitter x threads pinterest tumblr medium substack linkedin stackoverflow stackexchange superuser serverfault discord github gitlab producthunt trustpilot yelp tripadvisor glassdoor g2 capterra sitejabber goodreads letterboxd vimeo twitch mumsnet hackernews ycombinator slickdeals blogspot wordpress steamcommunity resetera avforums head-fi',
  ),
  REFERENCE: toSet(
    'wikipedia wikimedia wiktionary wikidata wikihow britannica investopedia imdb merriam-webster dictionary fandom scholarpedia archive arxiv crunchbase statista healthline webmd drugs mayoclinic',
  ),
  EDITORIAL: toSet(
    'nytimes theguardian guardian bbc cnn cnet theverge wired techradar tomsguide tomshardware pcmag zdnet engadget techcrunch arstechnica gizmodo mashable forbes businessinsider bloomberg reuters wsj ft economist time usatoday washingtonpost latimes foxnews nbcnews cbsnews abcnews npr apnews vox vice rollingstone gq vogue elle esquire cosmopolitan goodhousekeeping consumerreports rtings notebookcheck whathifi stuff trustedreviews digitaltrends androidauthority androidcentral 9to5mac 9to5google macrumors pcworld macworld laptopmag theatlantic newyorker politico axios fortune fastcompany inc entrepreneur hbr nerdwallet bankrate thepointsguy creditkarma caranddriver motortrend edmunds kbb runnersworld outsideonline gearpatrol bicycling seriouseats bonappetit epicurious foodnetwork allrecipes eater travelandleisure cntraveler lonelyplanet healthline sleepfoundation apartmenttherapy thespruce bhg realsimple people ign gamespot polygon kotaku pcgamer eurogamer variety hollywoodreporter billboard pitchfork nypost independent telegraph dailymail thesun mirror spiegel zeit faz sueddeutsche heise chip golem lemonde lefigaro liberation elpais elmundo corriere repubblica nikkei asahi',
  ),
  INSTITUTIONAL: toSet('who un europa oecd imf worldbank nih cdc fda nasa iso ieee w3 ietf'),
  CORPORATE: toSet(
    'amazon walmart target bestbuy ebay etsy apple google microsoft samsung aliexpress alibaba costco homedepot lowes ikea wayfair newegg',
  ),
};
const INSTITUTIONAL_SUFFIX = /(?:^|\.)(?:gov|mil|edu|int|ac|gob|gouv|govt|go)(?:\.[a-z]{2})?$/;
const EDITORIAL_NAME =
  /(?:^|[-\d])(?:news|times|magazine|journal|gazette|herald|tribune|daily|weekly|press)|(?:news|times|magazine|journal|gazette|herald|tribune|post|review|reviews|mag|daily|wire|insider|observer|chronicle)$/;
const UGC_NAME = /forum|community|boards?$/;
const REFERENCE_NAME = /wiki|dictionary|encyclop|glossary/;

function toSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

/** The class of a registrable domain in lower case, by rule. Reports add OWN and COMPETITOR from the brands' domains. */
export function classifyDomain(domain: string): DomainClass {
  const name = getDomainWithoutSuffix(domain, { allowPrivateDomains: false }) ?? domain;
  for (const kind of ['UGC', 'REFERENCE', 'EDITORIAL', 'INSTITUTIONAL', 'CORPORATE'] as const)
    if (SITES[kind].has(name)) return kind;
  if (INSTITUTIONAL_SUFFIX.test(domain)) return 'INSTITUTIONAL';
  if (REFERENCE_NAME.test(name)) return 'REFERENCE';
  if (UGC_NAME.test(name)) return 'UGC';
  if (EDITORIAL_NAME.test(name)) return 'EDITORIAL';
  if (/\.org$/.test(domain)) return 'INSTITUTIONAL';
  return /\.(?:com|io|co|ai|app|dev|shop|store|biz|net|[a-z]{2})$/.test(domain) ? 'CORPORATE' : 'OTHER';
}

const URL_RULES: [UrlClass, RegExp][] = [
  [
    'DISCUSSION',
    /\/(?:r\/[^/]+\/comments|comments|questions?|q|forums?|threads?|topics?|discussions?|community|t)\/|(?:^|\/)(?:viewtopic|showthread)|\/status\/\d/,
  ],
  ['ALTERNATIVE', /alternatives?\b|-alternative-|competitors|similar-to|sites-like|apps-like/],
  ['COMPARISON', /(?:^|[-_/])(?:vs|versus)(?:[-_/.]|$)|compar(?:e|ison|ing)|difference-between/],
  [
    'LISTICLE',
    /(?:^|[-_/])(?:best|top)(?:[-_/]|$)|(?:^|[-_/])\d{1,3}-(?:best|top|of|great|ways|things|tips|\w+-to)|-ranked|roundup|buying-guide|(?:^|\/)picks\//,
  ],
  [
    'HOW_TO_GUIDE',
    /how-to|howto|tutorial|step-by-step|(?:^|[-_/])guides?(?:[-_/]|$)|getting-started|\/(?:docs|documentation|help|support|learn|kb|faq)(?:\/|$)/,
  ],
  [
    'PROFILE',
    /\/(?:user|users|u|profile|profiles|people|author|authors|company|companies|in|team|about|about-us)(?:\/|$)|\/@[\w.-]+\/?$/,
  ],
  [
    'PRODUCT_PAGE',
    /\/(?:dp|gp\/product|product|products|p|item|items|itm|ip|sku|pd|prod|buy)\/[^/]|\.p(?:\?|$)|\/site\/[^/]+\/\d+/,
  ],
  [
    'CATEGORY_PAGE',
    /\/(?:category|categories|collections?|c|shop|store|tags?|topics?|browse|departments?|section|search|catalog|b)(?:\/|$)|[?&](?:q|query|search|s|k|hints)=/,
  ],
  [
    'ARTICLE',
    /\/(?:article|articles|news|blog|blogs|post|posts|story|stories|reviews?|features?|opinion|magazine|press|insights|\d{4}\/\d{1,2})(?:\/|$)|\/[a-z\d]+(?:-[a-z\d]+){3,}/,
  ],
];
const TITLE_RULES: [UrlClass, RegExp][] = [
  ['ALTERNATIVE', /\balternatives?\b/i],
  ['COMPARISON', /\bvs\.?\b|\bversus\b|\bcompared\b|\bcomparison\b/i],
  ['LISTICLE', /^(?:the )?(?:\d{1,3} )?(?:best|top)\b|\b(?:best|top) \d{1,3}\b|^\d{1,3} (?:best|top|great|of the)\b/i],
  ['HOW_TO_GUIDE', /^how to\b|\bstep[- ]by[- ]step\b|\bbeginner'?s guide\b/i],
];

/** The class of a page, by its normalized address or, if the address says nothing, by its title. */
export function classifyUrl(address: string, title: string | null = null): UrlClass {
  const rest = address
    .replace(/^https:\/\/[^/?]*/, '')
    .toLowerCase()
    .slice(0, 1000);
  if (rest === '' || /^\/(?:[a-z]{2}(?:-[a-z]{2})?|index\.\w{3,5}|home)$/.test(rest)) return 'HOMEPAGE';
  for (const [kind, pattern] of URL_RULES.slice(0, -1)) if (pattern.test(rest)) return kind;
  for (const [kind, pattern] of TITLE_RULES) if (title !== null && pattern.test(title.slice(0, 300))) return kind;
  return URL_RULES[URL_RULES.length - 1]![1].test(rest) ? 'ARTICLE' : 'OTHER';
}
