// Writes docs/openapi.json from the built operations. With --release it also writes docs/openapi-released.json, which a test
// compares later versions with: do that once, when a version is released.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '../dist/operations/index.js';
import { createOpenapi } from '../dist/surfaces/openapi.js';

const DOCS = join(import.meta.dirname, '../docs');
/** A list of texts or numbers that JSON.stringify has spread over several lines. */
const PLAIN_LIST = /\[\s+((?:"[^"]*"|[\d.-]+)(?:,\s+(?:"[^"]*"|[\d.-]+))*)\s+\]/g;

const openapi = createOpenapi(OPERATIONS, { basePath: '/v1' });
// For people, who see what a change changes; the country codes alone would take 250 lines each time.
const readable = JSON.stringify(openapi, null, 2).replace(
  PLAIN_LIST,
  (_, values) => `[${values.replace(/,\s+/g, ', ')}]`,
);
writeFileSync(join(DOCS, 'openapi.json'), `${readable}\n`);
if (process.argv.includes('--release')) {
  writeFileSync(join(DOCS, 'openapi-released.json'), `${JSON.stringify(openapi)}\n`);
}
