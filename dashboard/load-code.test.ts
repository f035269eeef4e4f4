import { describe, expect, it } from 'vitest';
import { type CodeHost, CodeMissingError, loadCode } from './load-code.ts';

function createHost(changes: Partial<CodeHost> = {}): CodeHost & { reloads: number; time: number } {
  const stored = new Map<string, string>();
  const host = {
    reloads: 0,
    time: 1_800_000_000_000,
    isOnline: () => true,
    untilOnline: async () => {},
    wait: async () => {},
    reload: () => {
      host.reloads += 1;
    },
    storage: () => ({
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    }),
    now: (): number => host.time,
    ...changes,
  };
  return host;
}

const fail = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
/** Lets promises that are resolved already run on. */
const pass = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a part of the program', () => {
  it('is loaded without further ado if it is there', async () => {
    const host = createHost();
    expect(await loadCode(async () => 'page', host)).toBe('page');
    expect(host.reloads).toBe(0);
  });

  it('is tried again where the network was back before the failure was noticed, and was not ready yet', async () => {
    const host = createHost();
    let attempts = 0;
    const load = () => {
      attempts += 1;
      return attempts < 3 ? fail() : Promise.resolve('page');
    };
    expect(await loadCode(load, host)).toBe('page');
    expect(host.reloads).toBe(0);
  });

  it('that is gone after an upgrade reloads the page, and only once', async () => {
    const host = createHost();
    void loadCode(fail, host);
    await pass();
    expect(host.reloads).toBe(1);
    host.time += 5000;
    await expect(loadCode(fail, host)).rejects.toThrow(CodeMissingError);
    expect(host.reloads).toBe(1);
    host.time += 3_600_000;
    void loadCode(fail, host);
    await pass();
    expect(host.reloads).toBe(2);
  });

  it('that the browser keeps as missing after a moment without a network reloads the page, even soon after a reload', async () => {
    let isOnline = true;
    const host = createHost({
      isOnline: () => isOnline,
      untilOnline: async () => {
        isOnline = true;
      },
    });
    void loadCode(fail, host);
    await pass();
    expect(host.reloads).toBe(1);
    host.time += 5000;
    isOnline = false;
    void loadCode(fail, host);
    await pass();
    expect(host.reloads).toBe(2);
    await expect(loadCode(fail, host)).rejects.toThrow(CodeMissingError);
  });

  it('does not reload a page that could not remember it', async () => {
    const host = createHost({
      storage: () => {
        throw new Error('The user has blocked storage.');
      },
    });
    await expect(loadCode(fail, host)).rejects.toThrow(CodeMissingError);
    expect(host.reloads).toBe(0);
  });

  it('is loaded when the network is back', async () => {
    let comeBack = () => {};
    const back = new Promise<void>((resolve) => {
      comeBack = resolve;
    });
    let isOnline = false;
    const host = createHost({ isOnline: () => isOnline, untilOnline: () => back });
    const loading = loadCode(() => (isOnline ? Promise.resolve('page') : fail()), host);
    await pass();
    expect(host.reloads).toBe(0);
    isOnline = true;
    comeBack();
    expect(await loading).toBe('page');
    expect(host.reloads).toBe(0);
  });
});
