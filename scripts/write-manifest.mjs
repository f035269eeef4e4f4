// Writes what the command line knows about the API beside the program. Runs at the end of the build.
import { writeFileSync } from 'node:fs';
import { OPERATIONS } from '../dist/operations/index.js';
import { createManifest } from '../dist/surfaces/cli/manifest.js';

writeFileSync(new URL('../dist/program/manifest.json', import.meta.url), JSON.stringify(createManifest(OPERATIONS)));
