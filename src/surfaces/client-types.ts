import { ERROR_CODES } from '../errors.ts';
import type { Operation } from '../operations/operation.ts';

/** The parts of JSON Schema that operations use. */
interface Schema {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  default?: unknown;
}

/** Longer lists, such as that of countries, can be extended by a setting of the service. */
const MAX_CHOICES = 40;

/** Whether a type is for what clients send, where fields with a default can be left out, or for what they get. */
type Direction = 'sent' | 'received';

/**
 * The routes of the API as TypeScript that needs nothing else: the published client has no other way to know them, because the
 * operations are made of the whole service.
 */
export function toClientTypes(operations: readonly Operation[]): string {
  const routes = operations.map((operation) => {
    const { method, path, input, output, documented = {}, in_query = [] } = operation;
    const sent = { ...input, properties: { ...input.properties, ...documented } } as Schema;
    const query = in_query.length === 0 ? 'never' : in_query.map((field) => JSON.stringify(field)).join(' | ');
    const fields = [
      `input: ${toType(sent, 'sent')};`,
      `output: ${toType(output as Schema, 'received')};`,
      `query: ${query};`,
    ];
    const name = JSON.stringify(`${method} ${path}`);
    return `${toComment(operation.description ?? operation.summary)}${name}: {\n${fields.join('\n')}\n};`;
  });
  return `/** Every route of the API: what a client sends, and what it gets. */\nexport interface Api {\n${routes.join('\n')}\n}\n`;
}

/** The codes of errors, in the same way. */
export function toErrorTypes(): string {
  return `export type ErrorCode = ${ERROR_CODES.map((code) => JSON.stringify(code)).join(' | ')};\n`;
}

function toType(schema: Schema, direction: Direction): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length > MAX_CHOICES) return 'string';
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((option) => `(${toType(option, direction)})`).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${toType(schema.items ?? {}, direction)})[]`;
    case 'object':
      return toObjectType(schema, direction);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no TypeScript type for the schema ${JSON.stringify(schema)}`);
  }
}

function toObjectType({ properties, patternProperties, required = [] }: Schema, direction: Direction): string {
  const values = Object.values(patternProperties ?? {});
  if (values.length > 0) return `Record<string, ${values.map((value) => toType(value, direction)).join(' | ')}>`;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const isNeeded = required.includes(name) && !(direction === 'sent' && field.default !== undefined);
    const type = toType(field, direction);
    const written = `${JSON.stringify(name)}${isNeeded ? '' : '?'}: ${type}${isNeeded || direction === 'received' ? '' : ' | undefined'};`;
    return toComment(field.description) + written;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`;
}

function toComment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}
