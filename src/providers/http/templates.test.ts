import { expect, it } from 'vitest';
import { fillBody, fillHeader, fillUrl, listPlaceholders, toValues } from './templates.ts';

const values = toValues({
  prompt: 'Tea & "cake"?\n{{secret}}',
  country_code: 'DE',
  date: '2026-03-01',
  id: 'ta_1',
  model: 'm1',
  secret: 'user:pass',
});

it('texts in addresses are percent-encoded', () => {
  expect(fillUrl('https://a.com/{{ id }}?q={{prompt}}&gl={{country_code}}&key={{secret}}', values)).toBe(
    'https://a.com/ta_1?q=Tea%20%26%20%22cake%22%3F%0A%7B%7Bsecret%7D%7D&gl=DE&key=user%3Apass',
  );
  expect(fillUrl('https://a.com/?q={{prompt}}', { ...values, prompt: 'a\ud800b' })).toBe(
    'https://a.com/?q=a%EF%BF%BDb',
  );
});

it('texts of a body are replaced once, at any depth, and nothing else is', () => {
  const body = [
    { keyword: '{{prompt}}', tag: 'x-{{date}}', depth: 10, list: [null, '{{language}} {{model}}'], '{{id}}': 1 },
  ];
  expect(fillBody(body, values)).toEqual([
    { keyword: values.prompt, tag: 'x-2026-03-01', depth: 10, list: [null, 'de m1'], '{{id}}': 1 },
  ]);
});

it('secrets can be sent for basic authentication', () => {
  expect(fillHeader('Basic {{secret_base64}}', values)).toBe('Basic dXNlcjpwYXNz');
});

it('a header carries other letters as UTF-8', () => {
  const header = fillHeader('{{country_name}}', toValues({ ...values, country_code: 'CI' }));
  expect(Buffer.from(header, 'latin1').toString('utf8')).toBe('Côte d’Ivoire');
});

it.each([
  ['US', 'en', 'United States'],
  ['DE', 'de', 'Germany'],
  ['JP', 'ja', 'Japan'],
  ['BR', 'pt', 'Brazil'],
  ['CH', 'de', 'Switzerland'],
])('%s speaks %s', (country_code, language, country_name) => {
  expect(toValues({ ...values, country_code })).toMatchObject({ language, country_name });
});

it('placeholders are listed, known or not', () => {
  expect(listPlaceholders('{{prompt}} {{ other }} {{}} {single}')).toEqual(['prompt', 'other', '']);
});
