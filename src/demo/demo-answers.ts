import type { NewChat } from '../domain/chat.ts';
import { addDays } from '../domain/dates.ts';
import {
  BLAME,
  CLOSINGS,
  DEMO_BRANDS,
  DEMO_PROMPTS,
  type DemoBrand,
  type DemoPrompt,
  INTROS,
  NEUTRAL,
  PAGES,
  PAGES_WITHOUT_US,
  PRAISE,
} from './demo-words.ts';

const CHANNELS = ['famA-0', 'famB-0', 'famC-1'];
const SEED = 20_260_101;

/** The days that the demo covers: around the specification's default date, and the 90 days before today. */
function listDemoDates(today: string): string[] {
  const dates = new Set<string>();
  for (let date = '2025-12-15'; date <= '2026-01-15'; date = addDays(date, 1)) dates.add(date);
  for (let ago = 90; ago >= 0; ago -= 1) dates.add(addDays(today, -ago));
  return [...dates].sort();
}

/** Answers about invented brands, the same ones for the same day of start. */
export function* createDemoChats(today: string): Generator<NewChat> {
  const random = createRandom(SEED);
  const dates = listDemoDates(today);
  for (const [day, date] of dates.entries()) {
    const progress = day / (dates.length - 1);
    for (const prompt of DEMO_PROMPTS) {
      for (const channel of CHANNELS) yield createChat({ prompt, channel, date, progress, random });
    }
  }
}

type Random = () => number;

interface Scene {
  prompt: DemoPrompt;
  channel: string;
  date: string;
  /** From 0 at the beginning of the demo's time to 1 at its end. */
  progress: number;
  random: Random;
}

function createChat({ prompt, channel, date, progress, random }: Scene): NewChat {
  const named = DEMO_BRANDS.filter(({ chance: [first, last] }) => random() < first + (last - first) * progress);
  const brands = named
    .map((brand) => ({ brand, rank: random() - brand.favour * 0.4 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ brand }) => brand);
  const pages = brands.some(({ is_own }) => is_own) ? PAGES : [...PAGES, ...PAGES_WITHOUT_US];
  const sources = pickSome(pages, { random, chance: 0.5 }).concat(
    pickSome(brands, { random, chance: 0.3 }).map(({ name, domain }) => ({
      url: `https://www.${domain}/products/?utm_source=assistant`,
      title: `${name}: products`,
    })),
  );
  return {
    prompt_text: prompt.text,
    country_code: prompt.country,
    model_channel_id: channel,
    date,
    answer: writeAnswer({ prompt, brands, sources, random }),
    sources,
    queries: [prompt.text.toLowerCase().replace(/[?:,]/g, ''), `${prompt.thing} reviews ${date.slice(0, 4)}`],
  };
}

interface Draft {
  prompt: DemoPrompt;
  brands: readonly DemoBrand[];
  sources: readonly { url: string; title: string }[];
  random: Random;
}

function writeAnswer({ prompt, brands, sources, random }: Draft): string {
  if (brands.length === 0) {
    return `${pick(INTROS, random)} Look for a ${prompt.thing} that is easy to clean, and read recent tests.${cite(sources, random)}`;
  }
  const body = pick([writeList, writeProse, writeComparison], random)(brands, random);
  return [pick(INTROS, random), body, `${pick(CLOSINGS, random)}${cite(sources, random)}`.trim()]
    .filter((part) => part !== '')
    .join('\n\n');
}

function writeList(brands: readonly DemoBrand[], random: Random): string {
  return brands
    .map(
      (brand, index) =>
        `${index + 1}. **${brand.name}**: it ${say(brand, random)}${random() < 0.4 ? `, and ${say(brand, random)}` : ''}.`,
    )
    .join('\n');
}

function writeProse(brands: readonly DemoBrand[], random: Random): string {
  return brands.map((brand) => `${pick([brand.name, ...brand.aliases], random)} ${say(brand, random)}.`).join(' ');
}

function writeComparison(brands: readonly DemoBrand[], random: Random): string {
  const [first, ...others] = brands;
  if (!first || others.length === 0) return writeProse(brands, random);
  const rest = others.map((brand) =>
    `### ${brand.name}\n\n${brand.name} ${say(brand, random)}. ${random() < 0.3 ? `${brand.name} also ${say(brand, random)}.` : ''}`.trim(),
  );
  return [`**${first.name}** ${say(first, random)}, unlike ${others[0]!.name}.`, ...rest].join('\n\n');
}

/** A remark whose tone follows how the brand is seen. */
function say({ favour }: DemoBrand, random: Random): string {
  const mood = random() * 2 - 1 + favour;
  return pick(mood > 0.35 ? PRAISE : mood < -0.35 ? BLAME : NEUTRAL, random);
}

function cite(sources: readonly { url: string; title: string }[], random: Random): string {
  return pickSome(sources, { random, chance: 0.6 })
    .map(({ url, title }) => ` ([${title}](${url}))`)
    .join('');
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)]!;
}

function pickSome<Item>(items: readonly Item[], { random, chance }: { random: Random; chance: number }): Item[] {
  return items.filter(() => random() < chance);
}

/** A small generator of numbers from 0 to 1 that is the same everywhere (a 32-bit mixing of a counter). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
