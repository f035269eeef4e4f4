import { describe, expect, it } from 'vitest';
import { describeChange, type EventData, MAX_LISTED, type MetricChange, toSentence } from './event.ts';

const change: MetricChange = {
  brand: { id: 'kw_1', name: 'Acme' },
  metric: 'visibility',
  value: 0.55,
  previous: 0.4,
  difference: 0.15,
};

describe('a change', () => {
  it.each<[Partial<MetricChange>, string]>([
    [{}, 'Visibility of Acme rose from 40% to 55%.'],
    [{ metric: 'share_of_voice', difference: -0.1, value: 0.301 }, 'Share of voice of Acme fell from 40% to 30.1%.'],
    [{ metric: 'position', difference: -0.75, value: 1.25, previous: 2 }, 'Position of Acme improved from 2 to 1.3.'],
    [{ topic: { id: 'to_1', name: 'Grinders' } }, 'Visibility of Acme for the topic Grinders rose from 40% to 55%.'],
    [{ topic: null }, 'Visibility of Acme for prompts without a topic rose from 40% to 55%.'],
    [{ prompt: { id: 'pr_1', name: 'Why?' } }, 'Visibility of Acme for the prompt "Why?" rose from 40% to 55%.'],
    [{ model_channel: { id: 'famA-0', name: 'Model' } }, 'Visibility of Acme on Model rose from 40% to 55%.'],
  ])('%j is put into words', (fields, words) => {
    expect(describeChange({ ...change, ...fields })).toBe(words);
  });
});

describe('an event', () => {
  it('stays below 64 KiB, however long the names are', () => {
    const name = '語'.repeat(200);
    const long = { ...change, brand: { id: 'kw', name }, prompt: { id: 'pr', name } };
    const changes = Array.from({ length: MAX_LISTED }, () => long);
    const data: EventData<'metric_changed'> = { state: 'began', changes, change_count: 50 };
    const body = JSON.stringify({ text: toSentence('metric_changed', data), data });
    expect(Buffer.byteLength(body)).toBeLessThan(64 * 1024);
  });

  it('says how many brands it leaves out', () => {
    const brands = [{ id: 'bs_1', name: 'Zorbix' }];
    const said = toSentence('brand_suggested', { brands, brand_count: 4 });
    expect(said).toBe('Answers name brands that you do not track: Zorbix and 3 more.');
  });
});
