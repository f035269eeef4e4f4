import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { withoutLastUse } from './normalize.mjs';

/** Of the connection rather than of the answer. */
const IGNORED_HEADERS = ['date', 'connection', 'keep-alive', 'set-cookie'];
/** These follow from the body, so they differ where what is random does. */
const OF_BODY = ['etag', 'content-length'];
const MOST_PLACES = 500;
const CONTEXT = 60;
/** Metrics of the process, not of what is stored. */
const METRIC = /^overheard_(?:visibility|share_of_voice)\{/;

/** Compares answers of two programs, in the order in which they were asked for. */
export async function createComparison({ before, after }) {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const toText = async ({ headers, bytes }, { operation }) => {
    const type = headers['content-type'] ?? '';
    if (type.startsWith('application/vnd.apache.parquet')) return toRows(connection, bytes);
    const text = bytes.toString();
    if (operation === '/metrics')
      return text
        .split('\n')
        .filter((line) => METRIC.test(line))
        .sort()
        .join('\n');
    return withoutLastUse(text);
  };
  return {
    /** The places in which two answers to a request differ; none: they are equal. */
    async compare(request, [one, other]) {
      const texts = [await toText(one, request), await toText(other, request)];
      const plain = [before.normalize(texts[0]), after.normalize(texts[1])];
      // A 304 has the tag of an answer that is not there.
      const isExact = one.bytes.length > 0 && plain[0] === texts[0] && one.bytes.equals(other.bytes);
      const headers = [
        toHeaders(one, { normalizer: before, isExact }),
        toHeaders(other, { normalizer: after, isExact }),
      ];
      return [
        ...(one.status === other.status ? [] : [{ at: 'status', values: [one.status, other.status] }]),
        ...listPlaces('header', headers),
        ...(plain[0] === plain[1] ? [] : compareBodies(plain)),
      ];
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function toHeaders({ headers }, { normalizer, isExact }) {
  const kept = Object.entries(headers).filter(([name]) => !IGNORED_HEADERS.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      OF_BODY.includes(name) && !isExact ? 'there' : normalizer.normalize(String(value)),
    ]),
  );
}

/** The columns and rows of a Parquet file, whose bytes also depend on how they were packed. */
async function toRows(connection, bytes) {
  const file = join(tmpdir(), `overheard-replay-${process.pid}.parquet`);
  writeFileSync(file, bytes);
  const result = await connection.run(`select * from read_parquet('${file}')`);
  const columns = result.columnNames().map((name, index) => `${name} ${result.columnType(index)}`);
  const rows = await result.getRowsJson();
  rmSync(file);
  return JSON.stringify({ columns, rows });
}

function compareBodies(texts) {
  const values = texts.map(parse);
  if (values.includes(undefined)) return [compareTexts(texts)];
  const places = listPlaces('$', values);
  // Equal values that are written in another way.
  return places.length > 0 ? places : [compareTexts(texts)];
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function compareTexts([one, other]) {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const cut = (text) => text.slice(Math.max(0, at - CONTEXT), at + CONTEXT);
  return { at: `character ${at}`, values: [cut(one), cut(other)] };
}

function listPlaces(at, [one, other], found = []) {
  if (found.length >= MOST_PLACES || Object.is(one, other)) return found;
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(one) !== Array.isArray(other)) {
    found.push({ at, values: [one, other] });
    return found;
  }
  if (Array.isArray(one) && one.length !== other.length) {
    found.push({ at: `${at}.length`, values: [one.length, other.length] });
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (Array.isArray(one) && Math.min(one.length, other.length) <= Number(key)) continue;
    listPlaces(Array.isArray(one) ? `${at}[${key}]` : `${at}.${key}`, [one[key], other[key]], found);
  }
  return found;
}

/**
 * The written exceptions. Each has the reason, and patterns of what may differ: the operation, and places in its answers such as
 * `^\$\.data\[\d+\]\.message$`.
 */
export function readExceptions(file) {
  return JSON.parse(readFileSync(file, 'utf8')).map(({ reason, operation, at }) => ({
    reason,
    uses: 0,
    isOf: (request, place) => new RegExp(operation).test(request.operation) && new RegExp(at).test(place),
  }));
}
