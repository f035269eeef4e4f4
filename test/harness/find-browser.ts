// Finds a browser that tests can start on this machine.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Machine {
  platform: NodeJS.Platform;
  arch: string;
  env: Record<string, string | undefined>;
  exists(path: string): boolean;
}

/** Where the browser of the tests comes from, or why there is none. */
export type FoundBrowser =
  | { kind: 'installed'; path: string }
  | { kind: 'packed' }
  | { kind: 'missing'; obstacle: string };

/** What the browser is called on the PATH. The one without windows comes first: it needs less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where installers put it, whether or not the PATH leads there. */
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
    '/var/lib/flatpak/exports/bin/org.chromium.Chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'],
};

/** Folders where a Linux system keeps its libraries. */
const LIBRARY_FOLDERS = ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib'];

const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  exists: existsSync,
};

/** CHROME_PATH first, then the browser that npm installs for Linux on x64, then whatever the system has. */
export function findBrowser(machine: Machine = THIS_MACHINE): FoundBrowser {
  const { env, exists, platform, arch } = machine;
  if (env.CHROME_PATH) {
    if (!exists(env.CHROME_PATH)) throw new Error(`CHROME_PATH is ${env.CHROME_PATH}, but that file does not exist.`);
    return { kind: 'installed', path: env.CHROME_PATH };
  }
  const isPacked = platform === 'linux' && arch === 'x64';
  if (isPacked && hasLibrary(machine, 'libnss3.so')) return { kind: 'packed' };
  const path = listPlaces(machine).find((place) => exists(place));
  if (path !== undefined) return { kind: 'installed', path };
  const reason = isPacked
    ? 'the Chromium from npm needs the system library libnss3 (apt-get install libnss3)'
    : `npm has no Chromium for ${platform} on ${arch}`;
  return {
    kind: 'missing',
    obstacle: `${reason}, and no Chrome or Chromium is installed; install one, or set CHROME_PATH to its executable`,
  };
}

function listPlaces({ platform, env }: Machine): string[] {
  const places = PLACES[platform] ?? [];
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter((root) => root !== undefined);
    return roots.flatMap((root) => places.map((place) => `${root}\\${place}`));
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const ofUser = platform === 'darwin' && env.HOME ? places.map((place) => join(env.HOME!, place)) : [];
  return [...onPath, ...places, ...ofUser];
}

function hasLibrary({ env, exists }: Machine, name: string): boolean {
  const folders = [...(env.LD_LIBRARY_PATH ?? '').split(':').filter((folder) => folder !== ''), ...LIBRARY_FOLDERS];
  return folders.some((folder) => exists(join(folder, name)));
}
