import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createExtractor } from './extract.ts';

const extractor = createExtractor([toTrackedBrand({ name: 'Acme' })]);
const read = (text: string) => extractor.extract({ text, channel: null, sources: [] });

const CASES: [status: string, answer: string][] = [
  ['empty', ''],
  ['empty', ' \n\t '],
  ['empty', '***'],
  ['empty', '\u200b\ufeff'],
  ['empty', 'AI responses may include mistakes.'],
  ['error', 'HTTP 502 Bad Gateway'],
  ['error', '503 Service Unavailable'],
  ['error', 'Error: something failed'],
  ['error', 'Something went wrong. Please try again later.'],
  ['error', 'Oops! Something went wrong.'],
  ['error', 'Too many requests. You have been rate limited.'],
  ['error', 'Rate limit exceeded'],
  ['error', 'Please verify you are human by completing the captcha.'],
  ['error', 'Verify you are human'],
  ['error', 'Our systems have detected unusual traffic from your computer network.'],
  ['error', 'Just a moment... Checking your browser before accessing the site.'],
  ['error', 'An error occurred while generating the response.'],
  ['error', 'Access denied'],
  ['error', '{"error": {"message": "You exceeded your current quota", "code": 429}}'],
  ['error', '<!DOCTYPE html><html><head><title>403 Forbidden</title></head><body>nginx</body></html>'],
  ['error', 'Hmm...something seems to have gone wrong.'],
  ['refused', "I'm sorry, but I can't help with that."],
  ['refused', 'I’m sorry, but I can’t assist with that request.'],
  ['refused', 'I cannot provide medical advice.'],
  ['refused', "As an AI language model, I can't recommend specific products."],
  ['refused', 'Unfortunately, I am unable to assist with this request.'],
  ['refused', "I won't discuss that."],
  ['refused', 'Es tut mir leid, aber dabei kann ich nicht helfen.'],
  ['refused', 'Lo siento, pero no puedo ayudar con eso.'],
  ['refused', 'Je suis désolé, mais je ne peux pas répondre à cette question.'],
  ['answered', 'Sony is a good choice.'],
  ['answered', 'The best error tracker is Sentry. It reports HTTP 500 errors and rate limits.'],
  ['answered', "I can't recommend just one, but here are some options: Sony, Bose and Apple."],
  ['answered', "I'm sorry, but I couldn't find anything about Acme."],
  ['answered', 'I cannot find any information about Acme.'],
  ['answered', 'Captcha services such as hCaptcha protect sites.'],
  ['answered', '404 Not a Number is a book.'],
  ['answered', 'Forbidden fruits taste sweet.'],
  ['answered', 'Rate limits protect an API.'],
  ['answered', 'Network errors are common with this router.'],
  ['answered', 'You have reached the right place for shoes.'],
  ['answered', 'The server is a Dell PowerEdge.'],
  ['answered', 'Something went right for Acme.'],
  ['answered', `I can't help but praise it. ${'It is a good product with many uses. '.repeat(30)}`],
  ['answered', "I can't give one answer.\n\n- Sony\n- Bose\n- Apple"],
  ['answered', 'Errors in judgment happen.'],
  ['answered', '```\nprint(1)\n```'],
];

describe('status of an answer', () => {
  it.each(CASES)('%s: %s', (status, answer) => {
    expect(read(answer).status).toBe(status);
  });

  it('an error page has no mentions', () => {
    expect(read('HTTP 502 Bad Gateway (Acme)')).toMatchObject({ status: 'error', brands: [] });
  });
});

const UNKNOWN: [isUnknown: boolean, answer: string][] = [
  [true, 'I could not find anything about Acme.'],
  [true, "I couldn't find any information on Acme."],
  [true, "I don't recognize Acme."],
  [true, "I don't recognise Acme."],
  [true, 'I’m not familiar with Acme.'],
  [true, "I don't have any information about Acme in my records."],
  [true, 'There is no information about Acme available.'],
  [true, 'Acme does not appear to exist.'],
  [true, 'I am not aware of a brand called Acme.'],
  [false, 'Acme is a good brand.'],
  [false, 'You can find Acme in many shops.'],
  [false, "I couldn't find reviews of Foo, but Acme is well known."],
  [false, 'I could not find anything about Acme at first. Acme makes anvils.'],
];

describe('mentions of a brand that the model does not know', () => {
  it.each(UNKNOWN)('%s: %s', (isUnknown, answer) => {
    expect(read(answer).brands.map(({ unknown }) => unknown)).toEqual([isUnknown]);
  });

  it('each mention is judged by its own sentence', () => {
    const { brands } = read('I could not find anything about Acme at first. Acme makes anvils.');
    expect(brands[0]!.mentions.map(({ unknown }) => unknown)).toEqual([true, false]);
  });
});
