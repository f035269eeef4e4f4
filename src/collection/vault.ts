import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { findDataFolder, isEmbedded } from '../store/open-store.ts';

/** What a secret belongs to. It is part of the encryption: a copied row cannot be opened under another name. */
export interface SecretPlace {
  project: number;
  name: string;
}

/** A secret that the environment provides. */
export interface EnvironmentSecret {
  value: string;
  /** Where it may be sent, beside the official hosts of providers. */
  hosts: string[];
}

/** Encrypts and decrypts secrets. */
export interface Vault {
  /** False if there is no key: nothing can be stored then. */
  readonly can_store: boolean;
  seal(place: SecretPlace, value: string): string;
  /** The value; null if it was sealed under a key that is not at hand. */
  open(place: SecretPlace, sealed: string): string | null;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;

/** A vault that seals under the first key and opens under any of them. */
export function createVault(keys: readonly string[]): Vault {
  const known = keys.map((hex) => {
    const key = Buffer.from(hex, 'hex');
    // A mark of the key, so that the right one is found without trying.
    return { key, mark: createHash('sha256').update('overheard secrets').update(key).digest('hex').slice(0, 12) };
  });
  return {
    can_store: known.length > 0,
    seal: (place, value) => {
      const [first] = known;
      if (!first) {
        throw new AppError(
          'secrets_key_required',
          'Secrets cannot be stored because the service has no key to encrypt them with. Set SECRETS_KEY, for instance to the output of "openssl rand -hex 32", and start the service again.',
        );
      }
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, first.key, iv).setAAD(toContext(place));
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return ['1', first.mark, ...[iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.');
    },
    open: (place, sealed) => {
      const [, mark, ...parts] = sealed.split('.');
      const match = known.find((candidate) => candidate.mark === mark);
      if (!match) return null;
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
      try {
        const decipher = createDecipheriv(ALGORITHM, match.key, iv!).setAAD(toContext(place)).setAuthTag(tag!);
        return Buffer.concat([decipher.update(text!), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

function toContext({ project, name }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([project, name]));
}

const KEY_FILE = 'secrets.key';

/**
 * The keys to encrypt with: those of the settings, or that of a file beside an embedded store, which is created if it is
 * missing. A database server has no such place.
 */
export function findVaultKeys({ keys, database_url }: { keys: readonly string[]; database_url: string }): string[] {
  if (keys.length > 0) return [...keys];
  if (!isEmbedded(database_url)) return [];
  const folder = findDataFolder(database_url);
  if (folder === null) return [randomBytes(32).toString('hex')];
  const file = join(folder, KEY_FILE);
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{64}$/i.test(key)) return [key];
  throw new AppError(
    'invalid_request',
    `${file} does not hold a key of 64 hexadecimal digits. Restore it from a backup; without it, stored secrets cannot be read.`,
  );
}
