import { copyFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { createRandom } from '../stress/random.mjs';
import { sendLines, timed, withService } from './ingestion.mjs';
import { round } from './statistics.mjs';

const CHATS = 200_000;
const BRANDS = 20;
const PROMPTS = 500;
const CHANNELS = 8;
const PAGES = 20_000;
const DOMAINS = 2000;
const COUNTRIES = ['DE', 'FR', 'GB', 'US'];
const FIRST_DAY = Date.parse('2026-01-01');
const DAY_MS = 86_400_000;

/** Measures chats that bring their mentions, so that nothing has to be found, and how large they make the file. */
export async function measureGiven({ chats = CHATS, log = console.error }) {
  let seconds;
  const { size, used } = await withService('given', async ({ client, project_id, brands, restart, file }) => {
    const { data } = await client.get(`/model-channels?project_id=${project_id}&limit=100`);
    const channels = data.slice(0, CHANNELS).map(({ id }) => id);
    const own = brands.slice(0, BRANDS);
    await sendLines(client, project_id, toLines({ brands: own, channels, count: 2000, prefix: 'warm' }));
    seconds = await timed(() => sendLines(client, project_id, toLines({ brands: own, channels, count: chats })));
    log(`ingestion of given mentions: ${round(chats / seconds, 0)} chats/s`);
    // Closing writes everything into the file.
    await restart();
    return { size: statSync(file).size, used: await readUsedBytes(file) };
  });
  return {
    ingestion_given_chats_per_second: round(chats / seconds, 0),
    given_file_mb_per_million_chats: round(size / chats, 0),
    given_data_mb_per_million_chats: round(used / chats, 0),
  };
}

/** What is in use of a file that the service has open; the rest is free for what comes next. */
async function readUsedBytes(file) {
  const copy = `${file}.copy`;
  // Another process may not open the file itself.
  copyFileSync(file, copy);
  try {
    const instance = await DuckDBInstance.create(copy, { access_mode: 'READ_ONLY' });
    const connection = await instance.connect();
    const [row] = await (await connection.run('pragma database_size')).getRowObjectsJS();
    connection.closeSync();
    instance.closeSync();
    return Number(row.used_blocks) * Number(row.block_size);
  } finally {
    rmSync(copy, { force: true });
  }
}

/** A year in the life of a project: every prompt in every channel, day by day. */
function* toLines({ brands, channels, count, prefix = 'given' }) {
  const { next, integer, chance } = createRandom(7);
  for (let index = 0; index < count; index += 1) {
    const prompt = index % PROMPTS;
    const mentions = brands
      .filter(() => chance(0.3))
      .map((brand_id, place) => ({
        brand_id,
        count: 1 + integer(3),
        position: place + 1,
        sentiment: round(next() * 2 - 1, 2),
      }));
    const sources = Array.from({ length: integer(10) }, () => {
      const page = Math.floor(PAGES * next() ** 2);
      return { url: `https://site-${page % DOMAINS}.example/page/${page}`, citation_count: integer(3) };
    });
    const chat = {
      prompt_text: `What is good for purpose ${prompt}?`,
      country_code: COUNTRIES[prompt % COUNTRIES.length],
      model_channel_id: channels[Math.floor(index / PROMPTS) % channels.length],
      date: new Date(FIRST_DAY + Math.floor(index / (PROMPTS * channels.length)) * DAY_MS).toISOString().slice(0, 10),
      external_id: `${prefix}-${index}`,
      mentions,
      sources,
    };
    yield `${JSON.stringify(chat)}\n`;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await measureGiven(JSON.parse(process.argv[2] ?? '{}'));
  if (process.send) process.send({ figures });
  else process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
