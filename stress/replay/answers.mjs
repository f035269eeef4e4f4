export const DAY_MS = 86_400_000;
const CHANNELS = ['famA-0', 'famB-0', 'famC-1', 'famF-2', 'famK-1'];
export const COUNTRIES = ['US', 'DE', 'AE', 'BR'];
const REMARKS = [
  'is excellent and easy to use',
  'is reliable but rather expensive',
  'ist sehr gut und zuverlässig',
  'feels cheap, and its support is terribly slow',
  'is fine',
  'gefällt uns gar nicht, weil es oft ausfällt',
];
const TITLES = ['A review', 'Ten to try', 'Übersicht', ''];
/** How the names sort differs between bytes, UTF-16 and languages. */
export const BRANDS = [
  'Zorbix',
  'Kestola',
  'Brumelle',
  'zeta',
  'Alpha',
  'älpha',
  '𝔸stral',
  '￿',
  'Plinkost',
  'Tarnwell',
  'Öm Öl',
];
export const UNTRACKED = ['Mirevale', 'Quandorra', 'Vexilon', 'Norrheim', 'Fablewood'];

export const toDay = (ms) => new Date(ms).toISOString().slice(0, 10);

/** Answers of the project's days, up to today unless another last day is given. */
export function createChats(project, { random, count, prefix, last = Date.now(), days = project.days }) {
  return Array.from({ length: count }, (_, index) => {
    const date = toDay(last - Math.floor(random.next() ** 1.5 * days) * DAY_MS);
    const prompt = Math.floor(random.next() ** 2 * project.prompts.length);
    const chat = {
      prompt_id: project.prompts[prompt],
      model_channel_id: random.chance(0.1) && project.channel ? project.channel : random.pick(CHANNELS),
      date,
      country_code: random.chance(0.8) ? COUNTRIES[prompt % COUNTRIES.length] : random.pick(COUNTRIES),
      ...(random.chance(0.9) ? { external_id: `${prefix} ${index}` } : {}),
      sources: createSources(random),
      queries: Array.from(
        { length: random.integer(3) },
        () => `best ${random.pick(['thing', 'Ding', 'of all'])} ${random.integer(40)}`,
      ),
    };
    if (random.chance(0.1)) chat.asked_at = `${date}T08:30:00.000Z`;
    if (random.chance(0.2))
      Object.assign(chat, {
        cost: random.integer(1e6) / 1e8,
        input_tokens: 10,
        output_tokens: 1 + random.integer(500),
      });
    return { ...chat, ...createAnswer(project, { random, index, prefix }) };
  });
}

function createAnswer(project, { random, index, prefix }) {
  const kind = random.next();
  if (kind < 0.04) return { answer: "I'm sorry, but I can't help with that request." };
  if (kind < 0.07) return { answer: 'Error: something went wrong. Please try again.' };
  if (kind < 0.1) return { answer: '' };
  // Most answers that bring their mentions have no text.
  if (kind < 0.25) {
    return {
      ...(kind < 0.13 ? { answer: `Given, ${prefix} ${index}.` } : {}),
      mentions: createMentions(project, random),
    };
  }
  const names = [...BRANDS, ...BRANDS.slice(0, 4), ...UNTRACKED].filter(() => random.chance(0.25));
  const lines = names.map(
    (name, place) =>
      `${place + 1}. **${name}** ${random.pick(REMARKS)}. ${random.chance(0.3) ? `The ${name} again.` : ''}`,
  );
  const cited = random.chance(0.5)
    ? ` [source](https://site-${random.integer(8)}.example/page/${random.integer(12)})`
    : '';
  const intro = random.chance(0.3)
    ? 'Hier sind einige Vorschläge, die sich bewährt haben:'
    : 'Here are some products that are worth a look:';
  return { answer: `${intro}\n\n${lines.join('\n')}\n\nIt depends on your budget${cited}. (${prefix} ${index})` };
}

function createMentions(project, random) {
  const brands = project.brands.filter(() => random.chance(0.35));
  return brands.map((brand_id, place) => ({
    brand_id,
    count: 1 + random.integer(4),
    position: place + 1,
    ...(random.chance(0.7) ? { sentiment: random.integer(2001) / 1000 - 1 } : {}),
  }));
}

function createSources(random) {
  return Array.from({ length: random.integer(5) }, () => {
    const host = random.pick([
      'site-0',
      'site-1',
      'site-2',
      'site-3',
      'site-4',
      'site-5',
      'brand-0',
      'brand-1',
      'www.Site-6',
    ]);
    const url = `https://${host}.example/page/${Math.floor(random.next() ** 2 * 12)}${random.chance(0.1) ? '?q=ü&r=1#top' : ''}`;
    const title = random.pick(TITLES);
    return { url, ...(title ? { title } : {}), ...(random.chance(0.5) ? { citation_count: random.integer(3) } : {}) };
  });
}
