import { expect, it } from 'vitest';
import type { AskServices } from '../provider.ts';
import { demo } from './demo.ts';

const question = {
  ask: { kind: 'demo' as const },
  prompt: 'What is the best home coffee grinder?',
  country_code: 'GB',
  date: '2026-03-01',
  id: 'ta_1',
};
const toServices = (signal: AbortSignal): AskServices => ({
  secret: null,
  send: () => Promise.reject(new Error('The demo has no network.')),
  signal,
  now: () => new Date(),
});

it('answers after a moment, without network or costs', async () => {
  const start = performance.now();
  const reply = await demo.ask(question, toServices(new AbortController().signal));
  expect(performance.now() - start).toBeGreaterThan(290);
  expect(reply).toMatchObject({ billed: 0, finish: 'stop', provider_model: 'demo' });
  expect(reply.answer.length).toBeGreaterThan(40);
  expect(reply.usage.output_tokens).toBeGreaterThan(10);
});

it('stops when nobody wants the answer any more', async () => {
  const leaving = new AbortController();
  const asked = demo.ask(question, toServices(leaving.signal));
  leaving.abort(new DOMException('The time is over.', 'TimeoutError'));
  await expect(asked).rejects.toMatchObject({ reason: 'timeout' });
  await expect(demo.ask(question, toServices(AbortSignal.abort()))).rejects.toMatchObject({ reason: 'connection' });
});
