// Prints what Overheard ships as a software bill of materials, CycloneDX in JSON: npm run --silent sbom > sbom.cdx.json
import { execFileSync } from 'node:child_process';
import { listBundled, listLoaded, root } from './shipped-packages.mjs';

const toReference = ({ name, version }) => `${name}@${version}`;
const shipped = new Set([...listLoaded(), ...(await listBundled())].map(toReference));

// TRICKY: `npm sbom --omit dev` also leaves out what development dependencies need, even if the program needs it too (pg,
// because @types/pg does). So npm lists everything in the lock file, and we leave out what is not shipped.
const bom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
const components = bom.components.filter((component) => shipped.has(component['bom-ref']));
const missing = [...shipped].filter((reference) => !components.some((one) => one['bom-ref'] === reference));
if (missing.length > 0) throw new Error(`npm does not list what is shipped: ${missing.join(', ')}`);
const { component: program } = bom.metadata;
const kept = new Set([program, ...components].map((component) => component['bom-ref']));

const sbom = {
  ...bom,
  metadata: {
    ...bom.metadata,
    // npm names the program after the folder that it is in.
    component: { ...program, type: 'application', name: program.purl.replace(/^pkg:npm\/|@.*/g, '') },
  },
  components: components.map((component) => ({
    ...component,
    // npm gives a package that is installed under another name that name.
    name: component['bom-ref'].replace(/@[^@]*$/, ''),
    scope: 'required',
    // What is in the dashboard's files is shipped, although npm installs it for development only.
    properties: component.properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
  })),
  dependencies: bom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
};
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
