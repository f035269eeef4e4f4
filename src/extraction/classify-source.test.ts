import { describe, expect, it } from 'vitest';
import { classifyDomain, classifyUrl } from './classify-source.ts';

describe('the class of a domain', () => {
  it.each([
    ['reddit.com', 'UGC'],
    ['wikipedia.org', 'REFERENCE'],
    ['nytimes.com', 'EDITORIAL'],
    ['localnews.com', 'EDITORIAL'],
    ['harvard.edu', 'INSTITUTIONAL'],
    ['ox.ac.uk', 'INSTITUTIONAL'],
    ['service.gov.uk', 'INSTITUTIONAL'],
    ['somebrand.com', 'CORPORATE'],
    ['some.museum', 'OTHER'],
  ])('%s is %s', (domain, expected) => {
    expect(classifyDomain(domain)).toBe(expected);
  });
});

describe('the class of a page', () => {
  it.each([
    ['https://acme.com', null, 'HOMEPAGE'],
    ['https://acme.com/de', null, 'HOMEPAGE'],
    ['https://acme.com/collections/shoes', null, 'CATEGORY_PAGE'],
    ['https://amazon.com/Thing/dp/B000', null, 'PRODUCT_PAGE'],
    ['https://pcmag.com/picks/best-laptops-under-1000', null, 'LISTICLE'],
    ['https://a.com/10-best-shoes', null, 'LISTICLE'],
    ['https://a.com/sony-vs-bose', null, 'COMPARISON'],
    ['https://a.com/notion-alternatives', null, 'ALTERNATIVE'],
    ['https://reddit.com/r/a/comments/1x/title', null, 'DISCUSSION'],
    ['https://linkedin.com/company/acme', null, 'PROFILE'],
    ['https://a.com/how-to-clean-shoes', null, 'HOW_TO_GUIDE'],
    ['https://a.com/news/some-story', null, 'ARTICLE'],
    ['https://a.com/x/12345', 'The 7 Best Shoes of 2025', 'LISTICLE'],
    ['https://a.com/x/12345', null, 'OTHER'],
  ])('%s (%s) is %s', (url, title, expected) => {
    expect(classifyUrl(url, title)).toBe(expected);
  });
});
