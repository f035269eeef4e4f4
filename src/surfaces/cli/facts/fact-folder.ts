import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { invalid } from '../../../errors.ts';
import type { Row } from '../../../exporting/columns.ts';
import { keepReady, openParquetFile } from '../../../exporting/parquet-file.ts';
import type { RowFile } from '../../../exporting/row-file.ts';
import { FACT_TABLES, type StarTable } from './star-schema.ts';

/** Changes with the tables or their columns: a folder of another version is written anew. */
const VERSION = 1;
const MANIFEST = 'manifest.json';
const ROWS_PER_WRITE = 2000;
const DAY_PREFIX = 'date=';

/** Which facts a folder has. */
interface Manifest {
  version: number;
  project_id: string;
  /** The revision of each day. */
  days: Record<string, string>;
}

/** A folder with the star schema of a project. A day counts as written only when all of its files are. */
export interface FactFolder {
  /** The revision of each day that the folder has. */
  readonly days: ReadonlyMap<string, string>;
  /** Forgets that these days were written, before they are written again. */
  forgetDays(days: readonly string[]): Promise<void>;
  openDay(date: string): Promise<DayWriter>;
  /** The days that have files, complete or not. */
  listDates(): Promise<string[]>;
  /** Deletes the files of a day. */
  removeDay(date: string): Promise<void>;
  writeTable(table: StarTable, rows: readonly Row[]): Promise<void>;
  close(): Promise<void>;
}

export interface DayWriter {
  write(rows: ReadonlyMap<StarTable, readonly Row[]>): Promise<void>;
  /** Replaces the files of the day, and notes its revision. */
  end(revision: string): Promise<void>;
  /** Gives up, and leaves the files of the day as they are. */
  cancel(): Promise<void>;
}

export async function openFactFolder(folder: string, project_id: string): Promise<FactFolder> {
  await mkdir(folder, { recursive: true });
  const manifest = await readManifest(folder);
  if (manifest && manifest.project_id !== project_id) {
    throw invalid('--to', `${folder} has the facts of another project, ${manifest.project_id}. Choose another folder.`);
  }
  const days = new Map(manifest?.version === VERSION ? Object.entries(manifest.days) : []);
  const options = { folder, reserve: () => {} };
  const close = await keepReady(folder);

  async function save(): Promise<void> {
    const sorted = Object.fromEntries([...days].sort(([one], [other]) => (one < other ? -1 : 1)));
    const text = `${JSON.stringify({ version: VERSION, project_id, days: sorted } satisfies Manifest, null, 2)}\n`;
    await replaceFile(join(folder, MANIFEST), (path) => writeFile(path, text));
  }

  return {
    days,
    close,
    async forgetDays(dates) {
      for (const date of dates) days.delete(date);
      await save();
    },
    async openDay(date) {
      const files = new Map<StarTable, { file: RowFile; waiting: Row[] }>();
      for (const table of FACT_TABLES) {
        files.set(table, { file: await openParquetFile(table.columns, options), waiting: [] });
      }
      const closeFiles = async () => {
        for (const { file } of files.values()) await file.close();
      };
      return {
        async write(rows) {
          for (const [table, added] of rows) {
            const entry = files.get(table)!;
            entry.waiting.push(...added);
            if (entry.waiting.length < ROWS_PER_WRITE) continue;
            await entry.file.write(entry.waiting);
            entry.waiting = [];
          }
        },
        async end(revision) {
          try {
            for (const { file, waiting } of files.values()) {
              await file.write(waiting);
              await file.end();
            }
            for (const [table, { file }] of files) await saveFile(toDayPath(folder, { table, date }), file);
          } finally {
            await closeFiles();
          }
          days.set(date, revision);
          await save();
        },
        cancel: closeFiles,
      };
    },
    async listDates() {
      const dates = new Set<string>();
      for (const { name } of FACT_TABLES) {
        const names = await readdir(join(folder, name)).catch(() => []);
        for (const found of names) if (found.startsWith(DAY_PREFIX)) dates.add(found.slice(DAY_PREFIX.length));
      }
      return [...dates];
    },
    async removeDay(date) {
      for (const table of FACT_TABLES) {
        await rm(dirname(toDayPath(folder, { table, date })), { recursive: true, force: true });
      }
    },
    async writeTable(table, rows) {
      const file = await openParquetFile(table.columns, options);
      try {
        await file.write(rows);
        await file.end();
        await saveFile(join(folder, `${table.name}.parquet`), file);
      } finally {
        await file.close();
      }
    },
  };
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw invalid('--to', `${join(folder, MANIFEST)} cannot be read. Delete it to write everything anew.`);
  }
}

/** In the way that DuckDB, Spark and others recognize: the name of the folder is the value of a column. */
function toDayPath(folder: string, { table, date }: { table: StarTable; date: string }): string {
  return join(folder, table.name, DAY_PREFIX + date, 'facts.parquet');
}

async function saveFile(path: string, file: RowFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, (part) => pipeline(file.read(), createWriteStream(part)));
}

/** Replaces a file in one step: whoever reads it sees the old one or the new one. */
async function replaceFile(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  await write(part);
  await rename(part, path);
}
