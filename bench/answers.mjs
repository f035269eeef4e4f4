import { existsSync, readFileSync } from 'node:fs';

const REAL = new URL('../../shared/data/answers/', import.meta.url);
const FILES = ['assistant-1.jsonl', 'search-1.jsonl'];
const CHANNELS = ['famA-0', 'famB-0', 'famC-0', 'famD-0'];
const COUNTRIES = ['DE', 'FR', 'GB', 'US'];
const PROMPTS = 100;
const DAYS = 90;
const ANSWERS_A_DAY = 250;
const DAY_MS = 86_400_000;
export const FIRST_ANSWER_DAY = '2025-10-01';

/** Answers of about 3 KB with their sources, and brand names. They are real if the data is beside the checkout. */
export function readAnswers() {
  return existsSync(new URL(FILES[0], REAL)) ? readRealAnswers() : inventAnswers();
}

function readRealAnswers() {
  const lines = FILES.flatMap((file) => readFileSync(new URL(file, REAL), 'utf8').trim().split('\n'));
  const entries = lines.map((line) => JSON.parse(line));
  const counts = new Map();
  for (const { products_mentioned } of entries) {
    for (const { brand } of products_mentioned) if (brand) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  }
  const byKey = new Map([...counts].map(([name, count]) => [name.toLowerCase(), { name, count }]));
  const names = [...byKey.values()].sort((a, b) => b.count - a.count).map(({ name }) => name);
  const answers = entries.map(({ response, sources }) => ({
    answer: response,
    sources: (sources ?? []).filter(({ url }) => url).map(({ url, title }) => ({ url, ...(title ? { title } : {}) })),
  }));
  return { kind: 'real', answers, names };
}

function inventAnswers() {
  const names = Array.from(
    { length: 60 },
    (_, index) => `${['Nor', 'Vel', 'Tar', 'Mio', 'Kes'][index % 5]}vane${index}`,
  );
  const answers = Array.from({ length: 200 }, (_, index) => {
    const entries = Array.from({ length: 12 }, (_, place) => {
      const name = names[(index * 7 + place * 11) % names.length];
      return `${place + 1}. **${name}** is a solid choice for most people, with good battery life and a clear display, but its case feels cheap and support is slow. See [its review](https://site-${(index + place) % 40}.example/review/${place}).`;
    });
    return {
      answer: `Here are some options to consider:\n\n${entries.join('\n')}\n\nIt depends on your budget.`,
      sources: [],
    };
  });
  return { kind: 'invented', answers, names };
}

/** Lines for POST /chats. Each is a different answer: the texts repeat, with a different ending each time. */
export function* toLines({ answers }, { from = 0, count, prefix = 'a' }) {
  // Serialized once; only the parts that differ are put between these pieces.
  const pieces = answers.map(({ answer, sources }) => {
    const [head, tail] = JSON.stringify({ answer: `${answer}\n\nAnswer \u0001`, sources }).split('\\u0001');
    return [head.slice(1), tail];
  });
  const first = Date.parse(FIRST_ANSWER_DAY);
  for (let index = from; index < from + count; index += 1) {
    const [head, tail] = pieces[index % pieces.length];
    const prompt = index % PROMPTS;
    const date = new Date(first + (Math.floor(index / ANSWERS_A_DAY) % DAYS) * DAY_MS).toISOString().slice(0, 10);
    yield `{"prompt_text":"What is good for purpose ${prompt}?","country_code":"${COUNTRIES[prompt % COUNTRIES.length]}","model_channel_id":"${CHANNELS[Math.floor(index / PROMPTS) % CHANNELS.length]}","date":"${date}","external_id":"${prefix}${index}",${head}${prefix}${index}${tail}\n`;
  }
}
