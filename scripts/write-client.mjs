// Writes the types of the published client, `overheard/client`, to dist/client: its own declarations, and the API's types
// without the service behind them. Runs after the compiler.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OPERATIONS } from '../dist/operations/index.js';
import { toClientTypes, toErrorTypes } from '../dist/surfaces/client-types.js';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'dist/.client');

rmSync(SOURCE, { recursive: true, force: true });
mkdirSync(join(SOURCE, 'domain'), { recursive: true });
cpSync(join(ROOT, 'src/client'), join(SOURCE, 'client'), {
  recursive: true,
  filter: (path) => !path.endsWith('.test.ts'),
});
cpSync(join(ROOT, 'src/domain/route.ts'), join(SOURCE, 'domain/route.ts'));
writeFileSync(join(SOURCE, 'client/api.ts'), toClientTypes(OPERATIONS));
writeFileSync(join(SOURCE, 'errors.ts'), toErrorTypes());
writeFileSync(
  join(SOURCE, 'tsconfig.json'),
  JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: '.',
      outDir: '..',
    },
    files: ['client/index.ts'],
  }),
);
execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', SOURCE], { stdio: 'inherit' });
rmSync(SOURCE, { recursive: true });
