import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Asking, type Cluster, createClient, type Log, startCluster } from './cluster.ts';

const SECONDS = inject('chaosSeconds');
const WRITERS = 4;
const READERS = 2;
const PROJECTS = 2;
/** Names that no dictionary has, and one more for each that comes and goes as an alias. */
const NAMES = ['Zorbix', 'Quentara', 'Velmoor', 'Drastun'];
const ALIASES = ['Ostrevia', 'Plimkar', 'Wexolin', 'Tarvondo'];
const DATES = ['2026-01-01', '2026-01-02', '2026-01-03'];
const RANGE = 'start_date=2026-01-01&end_date=2026-01-03';

interface Chat {
  prompt_text: string;
  country_code: string;
  model_id: string;
  date: string;
  external_id?: string;
  answer: string;
}

/** What was acknowledged, and so must be there at the end, neither more nor less. */
interface Project {
  id: string;
  /** Answers by `external_id`. */
  answers: Map<string, string>;
  /** Answers of chats that have no id of their own. */
  nameless: string[];
  /** Ids by name. */
  topics: Map<string, string>;
  brands: { id: string; hasAlias: boolean }[];
}

type Ask = ReturnType<typeof createClient>;

async function askJson<Body>(ask: Ask, asking: Asking, statuses: number[]): Promise<Body> {
  const { status, text, is_repeated } = await ask(asking);
  // Where the first answer was lost, the second says that it is gone.
  if (status === 404 && asking.method === 'DELETE' && is_repeated) return {} as Body;
  if (!statuses.includes(status)) throw new Error(`${asking.method ?? 'GET'} ${asking.path}: ${status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Body;
}

let made = 0;
function createChat(name?: string): Chat {
  made += 1;
  const words = [...NAMES, ...ALIASES].flatMap((word) => Array.from({ length: randomInt(3) }, () => word));
  return {
    prompt_text: `Which of ${randomInt(5)}?`,
    country_code: 'US',
    model_id: 'famA-scraper',
    date: DATES[randomInt(DATES.length)]!,
    ...(name === undefined ? {} : { external_id: `${name}-${made}` }),
    answer: `Answer ${made}. ${words.map((word) => `${word} is one.`).join(' ')}`,
  };
}

function post(path: string, body: object | string, headers: Record<string, string> = {}): Asking {
  return { method: 'POST', path, body, headers };
}

const WRITES: ((ask: Ask, project: Project, name: string) => Promise<void>)[] = [
  async function sendChats(ask, { id, answers }, name) {
    const chats = Array.from({ length: 1 + randomInt(20) }, () => createChat(name));
    const batch = await askJson<Batch>(ask, post('/chats', { project_id: id, chats }), [200]);
    expect(batch.accepted + batch.duplicates).toBe(chats.length);
    for (const { external_id, answer } of chats) answers.set(external_id!, answer);
  },
  async function sendChatsWithoutId(ask, { id, nameless }) {
    const chats = Array.from({ length: 1 + randomInt(5) }, () => createChat());
    const headers = { 'Idempotency-Key': `chats-${made}` };
    // A repeated key gets the first answer again, so whoever is answered was first.
    const batch = await askJson<Batch>(ask, post('/chats', { project_id: id, chats }, headers), [200]);
    expect(batch).toMatchObject({ accepted: chats.length, duplicates: 0 });
    nameless.push(...chats.map(({ answer }) => answer));
  },
  async function sendLines(ask, { id, answers }, name) {
    const chats = Array.from({ length: 100 }, () => createChat(name));
    const body = chats.map((chat) => JSON.stringify(chat)).join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const batch = await askJson<Batch>(ask, post(`/chats?project_id=${id}`, body, headers), [200]);
    expect(batch.accepted + batch.duplicates).toBe(chats.length);
    for (const { external_id, answer } of chats) answers.set(external_id!, answer);
  },
  async function replaceChat(ask, { id, answers }, name) {
    const external_id = findOwn(answers, name);
    if (external_id === undefined) return;
    const chat = { ...createChat(), external_id };
    await askJson(ask, post(`/chats?on_duplicate=replace`, { project_id: id, chats: [chat] }), [200]);
    answers.set(external_id, chat.answer);
  },
  async function deleteChat(ask, { id, answers }, name) {
    const external_id = findOwn(answers, name);
    if (external_id === undefined) return;
    const body = { project_id: id, external_ids: [external_id] };
    await askJson(ask, { method: 'DELETE', path: '/chats', body }, [200]);
    answers.delete(external_id);
  },
  async function createTopic(ask, { id, topics }, name) {
    made += 1;
    const topic = `${name} ${made}`;
    const headers = { 'Idempotency-Key': topic.replace(' ', '-') };
    const { id: topicId } = await askJson<{ id: string }>(
      ask,
      post('/topics', { project_id: id, name: topic }, headers),
      [201],
    );
    topics.set(topic, topicId);
  },
  async function deleteTopic(ask, { id, topics }, name) {
    const topic = findOwn(topics, name);
    if (topic === undefined) return;
    const path = `/topics/${topics.get(topic)}?project_id=${id}`;
    await askJson(ask, { method: 'DELETE', path }, [200, 204]);
    topics.delete(topic);
  },
];

interface Batch {
  accepted: number;
  duplicates: number;
}

/** Something that the client of this name has made itself: nobody else touches it. */
function findOwn(map: Map<string, string>, name: string): string | undefined {
  const own = [...map.keys()].filter((key) => key.startsWith(`${name}-`) || key.startsWith(`${name} `));
  return own[randomInt(Math.max(1, own.length))];
}

/** Gives and takes an alias, so that all answers are read again. */
async function editBrand(ask: Ask, { id, brands }: Project): Promise<void> {
  const index = randomInt(brands.length);
  const brand = brands[index]!;
  const hasAlias = !brand.hasAlias;
  const body = { project_id: id, aliases: hasAlias ? [ALIASES[index]] : [] };
  await askJson(ask, { method: 'PATCH', path: `/brands/${brand.id}`, body }, [200]);
  brand.hasAlias = hasAlias;
}

const READS: ((id: string) => Asking)[] = [
  (id) => ({ path: `/chats?project_id=${id}&${RANGE}&limit=50` }),
  (id) => ({ path: `/topics?project_id=${id}` }),
  (id) => ({ path: `/runs?project_id=${id}` }),
  (id) => report(id, []),
  (id) => report(id, ['prompt_id', 'date']),
];

function report(project_id: string, dimensions: string[]): Asking {
  return post('/reports/brands', { project_id, start_date: DATES[0], end_date: DATES.at(-1), dimensions });
}

async function createProject(ask: Ask, index: number): Promise<Project> {
  const headers = { 'Idempotency-Key': `project-${index}` };
  const { id } = await askJson<{ id: string }>(ask, post('/projects', { name: `Project ${index}` }, headers), [201]);
  const brands: Project['brands'] = [];
  for (const name of NAMES) {
    const brand = await askJson<{ id: string }>(ask, post('/brands', { project_id: id, name }), [201]);
    brands.push({ id: brand.id, hasAlias: false });
  }
  return { id, answers: new Map(), nameless: [], topics: new Map(), brands };
}

function count(text: string, word: string): number {
  return text.split(word).length - 1;
}

describe.runIf(inject('engine') === 'postgres')('three services and two workers, killed one after the other', () => {
  const log: Log = { answers: 0, errors: new Map(), slowest_ms: 0 };
  let cluster: Cluster;
  let projects: Project[];
  /** How much every client got done. */
  const done = new Map<string, number>();
  let hasRestarted = false;

  beforeAll(
    async () => {
      cluster = await startCluster({ services: 3, workers: 2 });
      const ask = createClient(cluster, log);
      projects = await Promise.all(Array.from({ length: PROJECTS }, (_, index) => createProject(ask, index)));

      const started = performance.now();
      // On a busy machine the time is over before much has happened, so it goes on until enough has.
      const isOver = () => performance.now() - started > SECONDS * 1000 && hasSeenEnough();
      const repeat = async (name: string, pauseMs: number, work: () => Promise<unknown>) => {
        done.set(name, 0);
        while (!isOver()) {
          await work();
          done.set(name, done.get(name)! + 1);
          await pause(randomInt(2 * pauseMs));
        }
      };
      const anyProject = () => projects[randomInt(projects.length)]!;
      const clients = [
        ...Array.from({ length: WRITERS }, (_, index) =>
          repeat(`writer${index}`, 25, () =>
            WRITES[randomInt(WRITES.length)]!(createClient(cluster, log), anyProject(), `writer${index}`),
          ),
        ),
        ...Array.from({ length: READERS }, (_, index) =>
          repeat(`reader${index}`, 25, async () => {
            const asking = READS[randomInt(READS.length)]!(anyProject().id);
            await askJson(ask, asking, [200]);
          }),
        ),
        repeat('editor', 1000, () => editBrand(ask, anyProject())),
      ];
      const disturb = async () => {
        while (!isOver()) {
          await pause(1000);
          await cluster.killOne();
          if (hasRestarted || performance.now() - started < SECONDS * 500) continue;
          // A crash: nothing is written down in an orderly way.
          await cluster.database.restart('SIGQUIT');
          hasRestarted = true;
        }
      };
      await Promise.all([...clients, disturb()]);
      await cluster.settled();
      await settleRuns(ask);
      console.log(
        `${SECONDS} s: ${log.answers} answers, errors ${JSON.stringify(Object.fromEntries(log.errors))}, slowest ${Math.round(log.slowest_ms)} ms, killed ${JSON.stringify(cluster.kills())}`,
      );
    },
    // Only what never ends takes longer: on a busy machine the clients go on until they have seen enough.
    SECONDS * 1000 + 1_200_000,
  );
  afterAll(() => cluster?.close());

  /** Every client got something done, and processes enough were killed, beside the database. */
  function hasSeenEnough(): boolean {
    const { services, workers } = cluster.kills();
    return (
      hasRestarted &&
      services + workers > SECONDS / 4 &&
      log.answers > SECONDS &&
      [...done].every(([name, times]) => times > (name === 'editor' ? 0 : SECONDS / 20))
    );
  }

  /** Waits until everything is read again: what a killed worker held is free after 15 seconds. */
  async function settleRuns(ask: Ask): Promise<void> {
    for (const { id } of projects) {
      for (;;) {
        const path = `/runs?project_id=${id}&limit=10000`;
        const { data } = await askJson<{ data: { kind: string; state: string }[] }>(ask, { path }, [200]);
        if (!data.some(({ kind, state }) => kind === 'extraction' && state === 'running')) break;
        await pause(100);
      }
    }
  }

  const ask = (asking: Asking) => createClient(cluster, log)(asking);

  it('let every client go on until the end', () => {
    expect(done.size).toBe(WRITERS + READERS + 1);
    expect(hasSeenEnough()).toBe(true);
  });

  it('keep every chat that was acknowledged, once, as it was last sent', async () => {
    for (const { id, answers, nameless } of projects) {
      const { text } = await ask({
        path: `/chats?project_id=${id}&${RANGE}`,
        headers: { Accept: 'application/x-ndjson' },
      });
      const chats = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Chat);
      const named = chats.filter(({ external_id }) => typeof external_id === 'string');
      expect(named).toHaveLength(answers.size);
      expect(new Map(named.map(({ external_id, answer }) => [external_id, answer]))).toEqual(answers);
      const others = chats.filter(({ external_id }) => typeof external_id !== 'string');
      expect(others.map(({ answer }) => answer).sort()).toEqual([...nameless].sort());
    }
  });

  it('keep every topic that was acknowledged, once, and none that was deleted', async () => {
    for (const { id, topics } of projects) {
      const path = `/topics?project_id=${id}&limit=10000`;
      const { data } = await askJson<{ data: { id: string; name: string }[] }>(ask, { path }, [200]);
      expect(data).toHaveLength(topics.size);
      expect(new Map(data.map(({ name, id: topic }) => [name, topic]))).toEqual(topics);
    }
  });

  it('have finished every reading, and count in reports what was acknowledged, in every service alike', async () => {
    for (const { id, answers, nameless, brands } of projects) {
      const path = `/runs?project_id=${id}&limit=10000`;
      const { data } = await askJson<{ data: { kind: string; state: string }[] }>(ask, { path }, [200]);
      expect(data.filter(({ kind, state }) => kind === 'extraction' && state === 'failed')).toEqual([]);

      const texts = [...answers.values(), ...nameless];
      const expected = brands.map(({ id: brand, hasAlias }, index) => {
        const counts = texts.map((text) => count(text, NAMES[index]!) + (hasAlias ? count(text, ALIASES[index]!) : 0));
        return {
          brand,
          visibility_total: texts.length,
          visibility_count: counts.filter((number) => number > 0).length,
          mention_count: counts.reduce((sum, number) => sum + number, 0),
        };
      });
      // Without dimensions the daily sums are read, by prompt the facts.
      for (const dimensions of [[], ['prompt_id']]) {
        const bodies = new Set<string>();
        for (const member of cluster.services) {
          bodies.add((await createClient({ services: [member] }, log)(report(id, dimensions))).text);
        }
        expect(bodies.size).toBe(1);
        const { data: rows } = JSON.parse([...bodies][0]!) as { data: Record<string, number>[] };
        const sums = expected.map(({ brand }) => {
          const own = rows.filter((row) => (row as unknown as { brand: { id: string } }).brand.id === brand);
          const sum = (field: string) => own.reduce((total, row) => total + row[field]!, 0);
          return {
            brand,
            visibility_total: sum('visibility_total'),
            visibility_count: sum('visibility_count'),
            mention_count: sum('mention_count'),
          };
        });
        expect(sums).toEqual(expected);
      }
    }
  });
});
