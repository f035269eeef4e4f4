import { COUNTRY_CODES } from '../domain/country-codes.ts';
import type { Operation } from '../operations/operation.ts';
import { toDocumentedBody, toRequestShape, toStatus } from './http-shape.ts';

/** In the colors of the dashboard (dashboard/styles/tokens.css). The page's Content-Security-Policy allows it by its hash. */
export const REFERENCE_STYLE = `
  :root { color-scheme: light dark; --paper: light-dark(#faf9f6, #121417); --surface: light-dark(#ffffff, #191c20);
    --sunken: light-dark(#f2f0eb, #1d2125); --ink: light-dark(#1b1e22, #eceae5); --ink-2: light-dark(#4b5056, #bbb9b3);
    --line: light-dark(#e5e2db, #2c3036); --accent: light-dark(#14505c, #7fc7d2); --wash: light-dark(#e4eff0, #1b3238); }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 1rem; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 "Segoe UI", system-ui, sans-serif; }
  a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  h1, h2 { font-family: Georgia, "Times New Roman", serif; font-weight: 500; margin: 0; }
  h1 { font-size: 1.75rem; } h2 { font-size: 1.4rem; margin: 2.75rem 0 .75rem; } h3 { margin: 0; font-size: 1.05rem; }
  p { margin: .4rem 0; max-width: 46rem; } code { font: .9em ui-monospace, monospace; }
  .side { border-bottom: 1px solid var(--line); padding: 1rem 1.25rem; font-size: .8125rem; }
  .side ul { list-style: none; margin: 0; padding: 0; } .side summary { cursor: pointer; padding: .3rem 0; font-weight: 600; }
  .side li a { display: block; padding: .2rem 0 .2rem .9rem; color: var(--ink-2); text-decoration: none; }
  .side a:hover, .back:hover { text-decoration: underline; } .back { display: inline-block; margin-bottom: .6rem; }
  main { padding: 1.5rem 1.25rem 4rem; min-width: 0; }
  .panel { background: var(--surface); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
  .address { overflow-wrap: anywhere; } .needs { color: var(--ink-2); font-size: .8125rem; }
  .method { display: inline-block; padding: 0 .5em; border-radius: .3rem; background: var(--wash); color: var(--accent);
    font: 700 .8rem/1.7 ui-monospace, monospace; }
  .panel summary { cursor: pointer; font-weight: 600; font-size: .875rem; padding: .3rem 0; }
  .wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .8125rem; }
  th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-top: 1px solid var(--line); }
  th { color: var(--ink-2); font-weight: 600; border-top: 0; } td { white-space: nowrap; }
  td:last-child { white-space: normal; width: 100%; min-width: 14rem; overflow-wrap: anywhere; }
  @media (min-width: 60rem) {
    body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
    .side { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
    main { max-width: 64rem; padding: 2rem 2.5rem 6rem; }
  }
  @media (max-width: 40rem) {
    thead { display: none; } tr { display: block; border-top: 1px solid var(--line); padding: .35rem 0; }
    td { display: inline-block; border: 0; padding: 0 .7rem 0 0; } td:last-child { display: block; } td:empty { display: none; }
  }
  @media print { .side { display: none; } .panel { break-inside: avoid; } }`;

interface SchemaNode {
  type?: string;
  enum?: string[];
  format?: string;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
}

/** The API reference, made from the operations. It runs no script. */
export function createReferencePage(operations: readonly Operation[], { basePath }: { basePath: string }): string {
  const groups = [...new Set(operations.map(({ group }) => group))].map((group) => {
    return { group, own: operations.filter((operation) => operation.group === group) };
  });
  const menu = groups.map(({ group, own }) => {
    const links = own.map(({ id, summary }) => `<li><a href="#${id}">${escapeHtml(summary)}</a></li>`);
    return `<details><summary>${escapeHtml(group)}</summary><ul>${links.join('')}</ul></details>`;
  });
  const sections = groups.map(({ group, own }) => {
    const entries = own.map((operation) => toEntry(operation, basePath));
    return `<section><h2>${escapeHtml(group)}</h2>${entries.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API reference · Overheard</title><style>${REFERENCE_STYLE}</style></head><body>
<nav class="side" aria-label="API" tabindex="0"><a class="back" href="/docs">All documentation</a> · <a class="back" href="/">Dashboard</a>${menu.join('')}</nav>
<main><h1>API reference</h1>
<p>Send your key in the <code>X-API-Key</code> header. Bodies are JSON. With a company key, name the project in
<code>project_id</code>. This page is also available as an OpenAPI document: <a href="/openapi.json">openapi.json</a>.
<a href="/docs/guide/api">The guide to the API</a> begins with examples.</p>
${sections.join('\n')}</main>
</body></html>`;
}

function toEntry(operation: Operation, basePath: string) {
  const { id, method, path, summary, description, output } = operation;
  return `<article class="panel" id="${id}"><h3>${escapeHtml(summary)}</h3>
<p class="address"><span class="method">${method}</span> <code>${escapeHtml(basePath + path)}</code></p>
${description ? `<p>${toCode(escapeHtml(description))}</p>` : ''}<p class="needs">${describeKey(operation)}</p>
${toTable('Query', { schema: toRequestShape(operation).query as SchemaNode, summary, isOpen: true })}
${toTable('Body', { schema: toDocumentedBody(operation) as SchemaNode | undefined, summary, isOpen: true })}
${toTable(`Response ${toStatus(operation)}`, { schema: output as SchemaNode, summary, isOpen: false })}</article>`;
}

function describeKey({ scope, right }: Operation): string {
  return `Needs a ${scope === 'company' ? 'company key' : 'key'} that may ${right}.`;
}

interface FieldTable {
  schema: SchemaNode | undefined;
  /** Of the operation. */
  summary: string;
  isOpen: boolean;
}

function toTable(caption: string, { schema, summary, isOpen }: FieldTable): string {
  const rows = toRows(schema ?? {}, '');
  if (rows.length === 0) return '';
  const label = `${escapeHtml(summary)}: ${caption}`;
  return `<details${isOpen ? ' open' : ''}><summary>${caption}</summary>
<div class="wide" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr><th>Field</th><th>Type</th><th>Required</th><th>Meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></details>`;
}

/** One row for each field, nested ones under their path. */
function toRows(schema: SchemaNode, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) && field.default === undefined;
    const row = `<tr><td><code>${escapeHtml(prefix + name)}</code></td><td>${escapeHtml(describeType(field))}</td>
<td>${isRequired ? 'required' : ''}</td><td>${toCode(escapeHtml(describeField(field)))}</td></tr>`;
    const inner = field.items ?? field.anyOf?.find(({ properties }) => properties) ?? field;
    return [row, ...toRows(inner, `${prefix}${name}${field.items ? '[]' : ''}.`)];
  });
}

function describeType({ type, format, items, anyOf }: SchemaNode): string {
  if (anyOf) return anyOf.map(describeType).join(' or ');
  if (items) return `array of ${describeType(items)}s`.replace(/anythings$/, 'anything');
  return format ?? type ?? 'anything';
}

function describeField(field: SchemaNode): string {
  const facts = [
    field.description ?? field.items?.description,
    describeEnum(field.enum ?? field.items?.enum),
    describeRange(field),
    field.maxLength === undefined ? undefined : `${field.minLength ?? 0}..${field.maxLength} characters`,
    field.default === undefined ? undefined : `default ${JSON.stringify(field.default)}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function describeRange({ minimum, maximum = Number.MAX_SAFE_INTEGER }: SchemaNode): string | undefined {
  if (maximum < Number.MAX_SAFE_INTEGER) return minimum === undefined ? `at most ${maximum}` : `${minimum}..${maximum}`;
  return minimum === undefined ? undefined : `at least ${minimum}`;
}

function describeEnum(values: string[] | undefined): string | undefined {
  if (!values) return undefined;
  return values.length === COUNTRY_CODES.length ? `one of ${values.length} country codes` : values.join(', ');
}

function toCode(html: string): string {
  return html.replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
