import { describe, expect, it } from 'vitest';
import type { Ask } from '../domain/ask.ts';
import { openSecret } from './secrets.ts';
import { createVault } from './vault.ts';

const [KEY, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)];
const PLACE = { project: 1, name: 'openai' };

describe('a sealed secret', () => {
  const sealed = createVault([KEY]).seal(PLACE, 'sk-value');

  it('does not show its value, and is another one each time', () => {
    expect(sealed).not.toContain('sk-value');
    expect(createVault([KEY]).seal(PLACE, 'sk-value')).not.toBe(sealed);
  });

  it('opens under its key, also after another one came before it', () => {
    expect(createVault([KEY]).open(PLACE, sealed)).toBe('sk-value');
    expect(createVault([OTHER, KEY]).open(PLACE, sealed)).toBe('sk-value');
  });

  it('opens neither under another key, nor in another project, nor under another name', () => {
    expect(createVault([OTHER]).open(PLACE, sealed)).toBeNull();
    expect(createVault([KEY]).open({ ...PLACE, project: 2 }, sealed)).toBeNull();
    expect(createVault([KEY]).open({ ...PLACE, name: 'other' }, sealed)).toBeNull();
  });

  it('does not open once somebody has changed it', () => {
    for (const index of [2, 3, 4]) {
      const parts = sealed.split('.');
      parts[index] = `${parts[index]!.startsWith('A') ? 'B' : 'A'}${parts[index]!.slice(1)}`;
      expect(createVault([KEY]).open(PLACE, parts.join('.'))).toBeNull();
    }
  });
});

describe('a secret of a channel', () => {
  const secret = (hosts: string[]) => ({
    name: 'openai',
    hosts,
    last_used_at: null,
    source: 'stored' as const,
    open: () => 'sk-value',
  });
  const ask = (base_url: string): Ask => ({ kind: 'openai-compatible', model: 'm', base_url, secret: 'openai' });

  it('is opened for a host that it is for', () => {
    expect(openSecret(ask('https://api.example.com/v1'), secret(['api.example.com']))).toBe('sk-value');
    expect(openSecret(ask('https://api.example.com:8443/v1'), secret(['api.example.com:8443']))).toBe('sk-value');
  });

  it.each([
    ['another host', 'https://evil.example/v1'],
    ['a host below it', 'https://x.api.example.com/v1'],
    ['a host that begins like it', 'https://api.example.com.evil.example/v1'],
    ['a user who is called like it', 'https://api.example.com@evil.example/v1'],
  ])('is not opened for %s', (_what, address) => {
    expect(() => openSecret(ask(address), secret(['api.example.com']))).toThrow('may not be sent to');
  });

  it('is not opened for another port than the one it is for', () => {
    expect(() => openSecret(ask('https://api.example.com/v1'), secret(['api.example.com:8443']))).toThrow(
      'may not be sent to',
    );
  });
});
