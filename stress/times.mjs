// Whether the time of a refusal tells an ID of somebody else from one that nobody has:
//   npm run stress -- times [--rounds 300]
// Both kinds are asked in turn, in random order. Prints both medians of each operation and fails if they differ by more than a tenth.
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createClient, startProgram } from './program.mjs';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } });
const ROUNDS = Number(flags.rounds);
const MOST = 0.1;

const program = await startProgram();
const owner = createClient(program);
const project = async (name) => (await owner('POST', '/projects', { body: { name } })).json().id;
const [mine, theirs] = [await project('mine'), await project('theirs')];
const key = (await owner('POST', '/keys', { body: { name: 'k', project_id: mine, rights: 'write' } })).json().key;
const call = createClient(program, key);
const create = async (path, body) => (await owner('POST', `${path}?project_id=${theirs}`, { body })).json().id;
const ids = {
  brand: await create('/brands', { name: 'Zorbix' }),
  tag: await create('/tags', { name: 'T' }),
  topic: await create('/topics', { name: 'T' }),
  prompt: await create('/prompts', { text: 'Which?', country_code: 'US' }),
};
await owner('POST', `/chats?project_id=${theirs}`, {
  body: {
    chats: [
      { prompt_id: ids.prompt, model_channel_id: 'famA-0', date: '2026-01-05', answer: 'Zorbix.', external_id: 'x' },
    ],
  },
});
const range = 'start_date=2026-01-01&end_date=2026-01-31';
ids.chat = (await owner('GET', `/chats?project_id=${theirs}&${range}`)).json().data[0].id;

// Always the same one, as that of the others is: answers may be remembered.
const nobody = randomUUID();
const toUnknown = (id) => id.replace(/_.*/, `_${nobody}`);
const OPERATIONS = {
  'DELETE brand': (id) => call('DELETE', `/brands/${id(ids.brand)}`),
  'PATCH tag': (id) => call('PATCH', `/tags/${id(ids.tag)}`, { body: { name: 'U' } }),
  'DELETE topic': (id) => call('DELETE', `/topics/${id(ids.topic)}`),
  'PATCH prompt': (id) => call('PATCH', `/prompts/${id(ids.prompt)}`, { body: { tag_ids: [] } }),
  'GET chat content': (id) => call('GET', `/chats/${id(ids.chat)}/content`),
  'GET chats by prompt': (id) => call('GET', `/chats?${range}&prompt_id=${id(ids.prompt)}`),
  'POST report by brand': (id) =>
    call('POST', '/reports/brands', {
      body: {
        start_date: '2026-01-01',
        end_date: '2026-01-31',
        filters: [{ field: 'brand_id', operator: 'in', values: [id(ids.brand)] }],
      },
    }),
};

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
let worst = 0;
for (const [name, ask] of Object.entries(OPERATIONS)) {
  const times = { unknown: [], foreign: [] };
  const answers = { unknown: new Set(), foreign: new Set() };
  for (let round = -20; round < ROUNDS; round += 1) {
    const kinds = Math.random() < 0.5 ? ['unknown', 'foreign'] : ['foreign', 'unknown'];
    for (const kind of kinds) {
      let asked = '';
      const started = performance.now();
      const { status, text } = await ask((id) => {
        asked = kind === 'unknown' ? toUnknown(id) : id;
        return asked;
      });
      if (round >= 0) times[kind].push(performance.now() - started);
      answers[kind].add(`${status} ${text.replaceAll(asked, 'ID').replace(/"request_id":"[^"]*"/, '')}`);
    }
  }
  const [unknown, foreign] = [median(times.unknown), median(times.foreign)];
  const difference = Math.abs(unknown / foreign - 1);
  worst = Math.max(worst, difference);
  const isSame = [...answers.unknown].sort().join() === [...answers.foreign].sort().join();
  if (!isSame) worst = Number.POSITIVE_INFINITY;
  console.log(
    `${name.padEnd(22)} unknown ${unknown.toFixed(2)} ms, of others ${foreign.toFixed(2)} ms (${(100 * difference).toFixed(1)} %)${isSame ? '' : ` ANSWERS DIFFER: ${[...answers.unknown].join()} | ${[...answers.foreign].join()}`}`,
  );
}
await program.stop();
process.exitCode = worst > MOST ? 1 : 0;
