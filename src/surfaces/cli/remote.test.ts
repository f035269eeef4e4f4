import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findRemote } from './remote.ts';

const NONE = { url: '', key: '', project: '', profile: '', folder: join(tmpdir(), 'no-overheard-profiles') };
const BOOTSTRAP_KEY = 'a-bootstrap-key-of-more-than-24-characters';

describe('the service that a command is for', () => {
  beforeEach(() => {
    vi.stubEnv('BOOTSTRAP_KEY', BOOTSTRAP_KEY);
    vi.stubEnv('PORT', '4000');
  });
  afterEach(() => vi.unstubAllEnvs());

  it('is the one in the environment, with its key and project', () => {
    const settings = { ...NONE, url: 'https://a.example', key: 'k', project: 'Shop' };
    expect(findRemote({ settings })).toEqual({ url: 'https://a.example/v1', key: 'k', project: 'Shop' });
    expect(findRemote({ settings }, { url: 'https://b.example/api/' })).toMatchObject({ url: 'https://b.example/api' });
  });

  it('is the local one by default, whose first key goes to no other', () => {
    expect(findRemote({ settings: NONE })).toEqual({ url: 'http://127.0.0.1:4000/v1', key: BOOTSTRAP_KEY });
    expect(findRemote({ settings: NONE }, { url: 'http://localhost:5000' })).toMatchObject({ key: BOOTSTRAP_KEY });
    for (const url of ['https://a.example', 'http://127.0.0.1.a.example']) {
      expect(() => findRemote({ settings: { ...NONE, url } })).toThrow('No key.');
      expect(() => findRemote({ settings: NONE }, { url })).toThrow('No key.');
    }
  });

  it('cannot be named in two ways, nor be something else than an address', () => {
    expect(() => findRemote({ settings: NONE }, { url: 'https://a.example', profile: 'b' })).toThrow('--profile');
    expect(() => findRemote({ settings: { ...NONE, url: 'a.example' } })).toThrow('not "a.example"');
  });
});
