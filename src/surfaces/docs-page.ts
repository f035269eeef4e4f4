import { COUNTRY_CODES } from '../domain/country-codes.ts';
import type { Operation } from '../operations/operation.ts';
import { toDocumentedBody, toRequestShape, toStatus } from './http-shape.ts';

const STYLE = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
  h2 { margin-top: 3rem; } h3 { margin: 2rem 0 .3rem; font-size: 1rem; }
  code { font: .9em ui-monospace, monospace; } nav a { margin-right: 1rem; white-space: nowrap; }
  .method { display: inline-block; min-width: 4.2em; font-weight: 700; }
  table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .92rem; }
  th, td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); }
  td { white-space: nowrap; } td:last-child { white-space: normal; width: 100%; min-width: 14rem; overflow-wrap: anywhere; }
  .wide { overflow-x: auto; } p { margin: .3rem 0; } caption { text-align: left; font-weight: 600; padding-top: .4rem; }`;

/** The page's Content-Security-Policy allows this style by its hash. */
export const DOCS_STYLE = STYLE;

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

/** A page of documentation for people, made from the operations. It runs no script. */
export function createDocsPage(operations: readonly Operation[], { basePath }: { basePath: string }): string {
  const groups = [...new Set(operations.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const entries = operations
      .filter((operation) => operation.group === group)
      .map((operation) => toEntry(operation, basePath));
    return `<h2 id="${toAnchor(group)}">${escapeHtml(group)}</h2>${entries.join('')}`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Overheard API</title><style>${STYLE}</style></head><body>
<h1>Overheard API</h1>
<p>Send your key in the <code>X-API-Key</code> header. Bodies are JSON. With a company key, name the project in
<code>project_id</code>. This page is also available as an OpenAPI document: <a href="/openapi.json">openapi.json</a>.</p>
<nav>${groups.map((group) => `<a href="#${toAnchor(group)}">${escapeHtml(group)}</a>`).join(' ')}</nav>
${sections.join('\n')}
</body></html>`;
}

function toEntry(operation: Operation, basePath: string) {
  const { method, path, summary, description, output } = operation;
  return `<h3>${escapeHtml(summary)}</h3>
<p><span class="method">${method}</span> <code>${escapeHtml(basePath + path)}</code></p>
${description ? `<p>${toCode(escapeHtml(description))}</p>` : ''}
${toTable('Query', toRequestShape(operation).query as SchemaNode)}
${toTable('Body', toDocumentedBody(operation) as SchemaNode | undefined)}
${toTable(`Response ${toStatus(operation)}`, output as SchemaNode)}`;
}

function toTable(caption: string, schema: SchemaNode | undefined): string {
  const rows = toRows(schema ?? {}, '');
  if (rows.length === 0) return '';
  return `<div class="wide"><table><caption>${caption}</caption>${rows.join('')}</table></div>`;
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
    field.minimum !== undefined || field.maximum !== undefined
      ? `${field.minimum ?? ''}..${field.maximum ?? ''}`
      : undefined,
    field.maxLength === undefined ? undefined : `${field.minLength ?? 0}..${field.maxLength} characters`,
    field.default === undefined ? undefined : `default ${JSON.stringify(field.default)}`,
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

function describeEnum(values: string[] | undefined): string | undefined {
  if (!values) return undefined;
  return values.length === COUNTRY_CODES.length ? `one of ${values.length} country codes` : values.join(', ');
}

function toAnchor(group: string): string {
  return group.toLowerCase().replaceAll(' ', '-');
}

function toCode(html: string): string {
  return html.replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
