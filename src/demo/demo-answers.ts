import type { NewChat } from '../domain/chat.ts';
import { addDays } from '../domain/dates.ts';
import { answerDemo } from '../providers/demo/assistant.ts';
import { DEMO_PROMPTS } from '../providers/demo/demo-words.ts';
import { createRandom } from '../providers/demo/random.ts';

export const DEMO_CHANNELS: readonly string[] = ['famA-0', 'famB-0', 'famC-1'];
const SEED = 20_260_101;

/** Days that every demo covers, whenever it is made: around the specification's default date. */
export const DEMO_PERIOD = { start_date: '2025-12-15', end_date: '2026-01-15' };

/** The days that the demo covers: those of `DEMO_PERIOD`, and the 90 days before today, which is collected. */
function listDemoDates(today: string): string[] {
  const { start_date, end_date } = DEMO_PERIOD;
  const dates = new Set<string>();
  for (let date = start_date; date <= end_date; date = addDays(date, 1)) dates.add(date);
  for (let ago = 90; ago >= 1; ago -= 1) dates.add(addDays(today, -ago));
  return [...dates].sort();
}

/** Answers about invented brands, the same ones for the same day of start. */
export function* createDemoChats(today: string): Generator<NewChat> {
  const random = createRandom(SEED);
  const dates = listDemoDates(today);
  for (const [day, date] of dates.entries()) {
    const progress = day / (dates.length - 1);
    for (const { text, country } of DEMO_PROMPTS) {
      for (const channel of DEMO_CHANNELS) {
        const question = { prompt: text, country_code: country, date, random, progress };
        const { answer, sources, queries } = answerDemo(question);
        yield {
          prompt_text: text,
          country_code: country,
          model_channel_id: channel,
          date,
          answer,
          sources,
          queries,
        };
      }
    }
  }
}
