import { gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const GZIPPED_LINES = { 'Content-Type': 'application/x-ndjson', 'Content-Encoding': 'gzip' };

/** Repeats a text up to this length. */
function fill(text, length) {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

const chat = (answer, more = {}) => ({
  prompt_text: 'Which is best?',
  country_code: 'US',
  model_channel_id: 'famA-0',
  date: '2026-01-05',
  answer,
  ...more,
});

let numbers = 0;
const next = () => String(++numbers);

/** Texts that are long in every way that could take long to read. */
const LONG_TEXTS = {
  words: (length) => fill('Acme is great but Zorbix is cheaper. ', length),
  'no sentence ends': (length) => fill('acme and zorbix and ', length),
  letters: (length) => fill('a', length),
  emphasis: (length) => fill('*a **b** _c_ ', length),
  'open emphasis': (length) => fill('*a _b ', length),
  brackets: (length) => fill('[', length),
  'open links': (length) => fill('[a](', length),
  links: (length) => {
    let text = '';
    for (let n = 0; text.length < length; n += 1) text += `[a](http://b${n}.com/c) `;
    return text.slice(0, length);
  },
  lists: (length) => fill('1. **Acme**: good\n   - bad\n', length),
  headings: (length) => fill('# Acme\n\n', length),
  quotes: (length) => fill('> ', length),
  tables: (length) => `| a | b |\n| - | - |\n${fill('| Acme | Zorbix |\n', length)}`,
  'wide table': (length) => `${fill('|a', length / 2)}|\n${fill('|-', length / 2)}|\n`,
  newlines: (length) => fill('\n', length),
  entities: (length) => fill('&amp;', length),
  html: (length) => fill('<b>a</b>', length),
  'open html': (length) => fill('<a <b ', length),
  emoji: (length) => fill('👩‍👩‍👧‍👦 ', length),
  accents: (length) => fill('e\u0301\u0301', length),
  capitals: (length) => fill('Zor Bix Acm ', length),
  dots: (length) => fill('a.b.', length),
  backticks: (length) => fill('`a``b', length),
  japanese: (length) => fill('アクメは良いです。', length),
};

/**
 * What one tenant with a write key may try, within the default limits. Each gets a client and a project of its own; the
 * largest length of an answer is given, so that a short form can use less.
 */
export const ATTACKS = {
  'a brand with every name that a project may have': async ({ call, project, size }) => {
    const names = Math.round(9_500 * size);
    const perBrand = 490;
    const ids = [];
    for (let from = 0; from < names; from += perBrand) {
      const aliases = Array.from(
        { length: Math.min(perBrand, names - from) },
        (_, n) => `Name ${from + n} of-the Brand`,
      );
      const { json } = await call('POST', `/brands?project_id=${project}`, { body: { name: `B${from}`, aliases } });
      ids.push(json().id);
    }
    await call('POST', `/chats?project_id=${project}`, { body: { chats: [chat('Name 7 of the brand is good.')] } });
    await call('PATCH', `/brands/${ids[0]}?project_id=${project}`, { body: { aliases: ['Changed'] } });
    await call('POST', `/chats?project_id=${project}`, { body: { chats: [chat('Name 8 of the brand is good.')] } });
    await call('GET', `/brands?project_id=${project}&limit=10000`);
  },
  'a regular expression that matches everything': async ({ call, project, size }) => {
    await call('POST', `/brands?project_id=${project}`, { body: { name: 'Everything', regex: '.' } });
    const id = next();
    await call('POST', `/chats?project_id=${project}`, {
      body: { chats: [chat(fill('some words. ', size * MIB), { external_id: id })] },
    });
    const [{ id: stored }] = (
      await call('GET', `/chats?project_id=${project}&external_id=${id}&start_date=2026-01-05&end_date=2026-01-05`)
    ).json().data;
    return Promise.all(Array.from({ length: 8 }, () => call('GET', `/chats/${stored}/content?project_id=${project}`)));
  },
  'two hundred regular expressions': async ({ call, project, size }) => {
    for (let n = 0; n < 200 * size; n += 1) {
      const regex = fill(`(a|b${n}|[c-z]+)?`, 400).replace(/\([^)]*$/, '');
      await call('POST', `/brands?project_id=${project}`, { body: { name: `Regex ${n}`, regex } });
    }
    const chats = Array.from({ length: 10 }, () => chat(fill(`plain words ${next()} `, 15_000)));
    await call('POST', `/chats?project_id=${project}`, { body: { chats } });
  },
  'expressions that are costly to compile': async ({ call, project }) => {
    for (const regex of [
      '((a{100}){100}){100}',
      '(\\pL{1000}){100}',
      fill('(x|', 990),
      '[\\x{0}-\\x{10ffff}]{1000}',
      `(${fill('\\pL?', 900)}){50}`,
    ]) {
      await call('POST', `/brands?project_id=${project}`, { body: { name: `Costly ${next()}`, regex } });
    }
  },
  ...Object.fromEntries(
    Object.entries(LONG_TEXTS).map(([name, toText]) => [
      `a long answer: ${name}`,
      async ({ call, project, size }) => {
        await call('POST', `/brands?project_id=${project}`, { body: { name: 'Acme', aliases: ['Zorbix'] } });
        const id = next();
        const { status } = await call('POST', `/chats?project_id=${project}`, {
          body: { chats: [chat(toText(size * 1_000_000), { external_id: id })] },
        });
        if (status !== 200) throw new Error(`${name}: ${status}`);
        const found = await call(
          'GET',
          `/chats?project_id=${project}&external_id=${id}&start_date=2026-01-05&end_date=2026-01-05&include_excerpts=true&limit=10`,
        );
        const [{ id: stored }] = found.json().data;
        return [found, await call('GET', `/chats/${stored}/content?project_id=${project}`)];
      },
    ]),
  ),
  'many short answers in one document': async ({ call, project, size }) => {
    const chats = Array.from({ length: 10_000 * size }, (_, n) => chat(`Acme ${n} is good.`));
    return [await call('POST', `/chats?project_id=${project}`, { body: { chats } })];
  },
  'a large document of large answers': async ({ call, project, size }) => {
    const text = LONG_TEXTS.words(900_000);
    const chats = Array.from({ length: 60 * size }, (_, n) => chat(`${n} ${text}`));
    return [await call('POST', `/chats?project_id=${project}`, { body: { chats } })];
  },
  'a dense document': async ({ call, project, size }) => [
    await call('POST', `/chats?project_id=${project}`, { body: `{"chats":[${fill('{},', 60 * MIB * size)}{}]}` }),
    await call('POST', `/chats?project_id=${project}`, { body: `{"chats":[[${fill('[],', 60 * MIB * size)}[]]]}` }),
    await call('POST', `/chats?project_id=${project}`, { body: fill('[', 60 * MIB * size) }),
    await call('POST', `/chats?project_id=${project}`, { body: fill('"', 60 * MIB * size) }),
    await call('POST', `/chats?project_id=${project}`, {
      body: `{"chats":[{"sources":[${fill('{},', 3 * MIB)}{}]}]}`,
    }),
  ],
  'a document of every kind of rubbish': async ({ call, project }) => {
    const results = [];
    for (const [method, path] of [
      ['POST', '/prompts'],
      ['POST', '/brands'],
      ['POST', '/topics'],
      ['POST', '/reports/brands'],
      ['POST', '/reports/urls'],
      ['DELETE', '/chats'],
      ['PUT', '/project-profile'],
    ]) {
      for (const body of [
        `{"prompts":[${fill('{},', MIB - 200)}{}]}`,
        `{"filters":[${fill('[],', MIB - 200)}{}]}`,
        `{"external_ids":[${fill('"a",', MIB - 200).slice(0, -4)}"b"]}`,
        `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join()}}`,
      ])
        results.push(await call(method, `${path}?project_id=${project}`, { body }));
    }
    return results;
  },
  'lines of nothing': async ({ call, project, size }) => [
    await call('POST', `/chats?project_id=${project}`, {
      body: gzipSync(fill('\n', 5_000_000 * size)),
      headers: GZIPPED_LINES,
    }),
    await call('POST', `/chats?project_id=${project}`, {
      body: fill('\n', 5_000_000 * size),
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
  ],
  'lines of rubbish': async ({ call, project, size }) => [
    await call('POST', `/chats?project_id=${project}`, {
      body: gzipSync(fill('{}\n', 15_000_000 * size)),
      headers: GZIPPED_LINES,
    }),
    await call('POST', `/chats?project_id=${project}`, {
      body: fill('{}\n', 15_000_000 * size),
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
    await call('POST', `/chats?project_id=${project}`, {
      body: fill('[[[[[[[[[[', 4 * MIB),
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
    await call('POST', `/chats?project_id=${project}`, {
      body: `[${fill('{},', 4 * MIB - 5)}{}]`,
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
  ],
  'an answer with very many sources and searches': async ({ call, project, size }) => {
    const sources = Array.from({ length: 10_000 * size }, (_, n) => ({ url: `https://site${n}.example/page?x=${n}` }));
    const id = next();
    const sent = await call('POST', `/chats?project_id=${project}`, {
      body: { chats: [chat('Short.', { sources, external_id: id })] },
    });
    const [found] = (
      await call('GET', `/chats?project_id=${project}&external_id=${id}&start_date=2026-01-05&end_date=2026-01-05`)
    ).json().data;
    if (!found) return [sent];
    return [sent, await call('GET', `/chats/${found.id}/content?project_id=${project}`)];
  },
  'as many prompts as there may be': async ({ call, project, size }) => {
    const results = [];
    for (let from = 0; from < 10_000 * size; from += 1000) {
      const prompts = Array.from({ length: 1000 }, (_, n) => ({
        text: fill(`${from + n} which `, 500),
        country_code: 'US',
      }));
      results.push(await call('POST', `/prompts/bulk?project_id=${project}`, { body: { prompts } }));
    }
    results.push(await call('GET', `/prompts?project_id=${project}&limit=10000`));
    return results;
  },
};
