import { hash } from 'node:crypto';

interface Identity {
  external_id: string | null;
  prompt: number;
  channel: number;
  country: number;
  date: string;
  answer: string | null;
}

/** 128 bits, written as a UUID. Two chats of a project have the same fingerprint exactly if they are duplicates. */
export function toFingerprint({ external_id, prompt, channel, country, date, answer }: Identity): string {
  const identity =
    external_id === null ? ['content', prompt, channel, country, date, answer] : ['external', external_id];
  const hex = hash('sha256', JSON.stringify(identity), 'hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

export function toExternalFingerprint(external_id: string): string {
  return toFingerprint({ external_id, prompt: 0, channel: 0, country: 0, date: '', answer: null });
}
