import { describe, expect, it } from 'vitest';
import { findBrowser, type Machine } from './find-browser.ts';

const NSS = '/usr/lib/x86_64-linux-gnu/libnss3.so';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function createMachine(files: string[], machine: Partial<Machine> = {}): Machine {
  return { platform: 'linux', arch: 'x64', env: {}, ...machine, exists: (path) => files.includes(path) };
}

describe('the browser of the tests', () => {
  it('is the one that CHROME_PATH names, before any other', () => {
    const env = { CHROME_PATH: '/my/chrome' };
    expect(findBrowser(createMachine([NSS, '/usr/bin/chromium', '/my/chrome'], { env }))).toEqual({
      kind: 'installed',
      path: '/my/chrome',
    });
    expect(() => findBrowser(createMachine([NSS, '/usr/bin/chromium'], { env }))).toThrow('/my/chrome');
  });

  it('comes from npm on Linux on x64, where the system has libnss3', () => {
    expect(findBrowser(createMachine([NSS, '/usr/bin/chromium']))).toEqual({ kind: 'packed' });
    expect(findBrowser(createMachine(['/usr/bin/chromium']))).toMatchObject({ path: '/usr/bin/chromium' });
    expect(findBrowser(createMachine([NSS, '/usr/bin/chromium'], { arch: 'arm64' }))).toMatchObject({
      path: '/usr/bin/chromium',
    });
  });

  it.each<[string, Partial<Machine>, string]>([
    ['on the PATH', { arch: 'arm64', env: { PATH: '/a:/b' } }, '/b/google-chrome'],
    ['of Google on Linux', { arch: 'arm64' }, '/opt/google/chrome/chrome'],
    ['on macOS', { platform: 'darwin', arch: 'arm64', env: { HOME: '/Users/a' } }, MAC],
    ['of one user on macOS', { platform: 'darwin', env: { HOME: '/Users/a' } }, `/Users/a${MAC}`],
    [
      'on Windows',
      { platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' } },
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    ],
  ])('is found where it is installed: %s', (_name, machine, path) => {
    expect(findBrowser(createMachine([path], machine))).toEqual({ kind: 'installed', path });
  });

  it('is missing for a reason', () => {
    const obstacleOf = (machine: Machine) => {
      const found = findBrowser(machine);
      return found.kind === 'missing' ? found.obstacle : null;
    };
    expect(obstacleOf(createMachine([]))).toContain('apt-get install libnss3');
    expect(obstacleOf(createMachine([], { arch: 'arm64' }))).toContain('npm has no Chromium for linux on arm64');
    expect(obstacleOf(createMachine([], { platform: 'win32' }))).toContain('CHROME_PATH');
  });
});
