import { isJsonInQuery } from '../domain/validation.ts';
import { ERROR_CODES } from '../errors.ts';
import { NDJSON, ROW_FORMATS } from '../exporting/formats.ts';
import type { Operation } from '../operations/operation.ts';
import { hasRows } from '../operations/row-stream.ts';
import { toDocumentedBody, toRequestShape, toStatus } from './http-shape.ts';
import { describeWebhooks } from './openapi-webhooks.ts';

type Json = Record<string, unknown>;

/** What the operations of each group are about. */
const GROUPS: Record<string, string> = {
  Reports: 'How often brands are mentioned, and which sources answers use.',
  Facts: 'What reports are counted from, for analysis of your own.',
  Actions: 'What to do to be mentioned more.',
  'Project profile': 'What a project is about: the company, its products, its markets and its audience.',
  Prompts: 'The questions that models are asked.',
  'Prompt suggestions': 'Questions that could be asked too.',
  Topics: 'Topics, each of which has many prompts.',
  'Topic suggestions': 'Topics that the project could have too.',
  Tags: 'Labels of prompts, and the groups that they are in.',
  Brands: 'The brands that answers are searched for.',
  'Brand suggestions': 'Brands that answers name and that are not tracked.',
  Classifications: 'Custom classes of domains and URLs.',
  Chats: 'The answers of models.',
  Corrections: 'What people corrected in the analysis of answers.',
  Judge: 'A language model that judges sentiment.',
  Collection: 'When prompts are asked, what that may cost, and asking them now.',
  Runs: 'Background work.',
  Models: 'Models, and the channels through which they are asked.',
  Secrets: 'Keys of providers.',
  Projects: 'The projects of a company.',
  Keys: 'API keys.',
  'Share links': 'Links that show the dashboard of a project.',
  Webhooks: 'Who is told when something happens: URLs, Slack and e-mail addresses.',
};

const ERROR_STATUSES: Record<string, string> = {
  400: 'The request is invalid.',
  401: 'The key is missing, unknown or revoked.',
  403: 'The key does not have access.',
  404: 'The object does not exist.',
  408: 'The request took too long to arrive.',
  409: 'The object already exists, or a limit is reached.',
  413: 'The body is too large.',
  415: 'The content type of the body is not supported.',
  429: 'Too many requests. Retry after the time in Retry-After.',
  500: 'Overheard failed unexpectedly. Its log has the details under the request ID.',
  503: 'The service is busy, starting or stopping. Retry after the time in Retry-After.',
};

const ErrorBody: Json = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', description: 'What went wrong and what to do about it.' },
    code: { type: 'string', enum: ERROR_CODES },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        additionalProperties: false,
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    request_id: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of the operations. */
export function createOpenapi(operations: readonly Operation[], { basePath }: { basePath: string }): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Overheard',
      version: '1',
      description: 'How brands appear in the answers that AI models give, inside a project.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath }],
    security: [{ key: [] }],
    tags: [...new Set(operations.map(({ group }) => group))].map((name) => ({ name, description: GROUPS[name] })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      schemas: { Error: ErrorBody },
    },
  };
}

function describe(operation: Operation): Json {
  const { id, group, summary, description } = operation;
  const { path, query } = toRequestShape(operation);
  const parameters = [
    ...Object.entries(path).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema,
    })),
    ...Object.entries(query.properties).map(([name, schema]) => ({ name, in: 'query', ...describeQuery(schema) })),
    ...(operation.is_idempotent
      ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
      : []),
    ...(operation.right === 'write' ? [] : [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }]),
  ];
  const body = toDocumentedBody(operation);
  return {
    operationId: id,
    tags: [group],
    summary,
    ...(description ? { description } : {}),
    parameters,
    ...(body ? { requestBody: { content: toRequestContent(operation, toInput(body)) } } : {}),
    responses: {
      [toStatus(operation)]: {
        description: 'Success.',
        content: {
          'application/json': { schema: operation.output },
          ...describeFormats(operation),
        },
      },
      ...(operation.right === 'write'
        ? {}
        : { 304: { description: 'The answer is still the one whose ETag was sent in If-None-Match.' } }),
      ...Object.fromEntries(
        Object.entries(ERROR_STATUSES).map(([code, text]) => [
          code,
          { description: text, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  };
}

function describeQuery(schema: { type?: string }): Json {
  if (isJsonInQuery(schema)) return { content: { 'application/json': { schema: toInput(schema) } } };
  // Lists are one value, separated by commas.
  const list = schema.type === 'array' ? { style: 'form', explode: false } : {};
  return { ...list, schema: toInput(schema) };
}

/** The formats beside JSON that an answer with rows can have. */
function describeFormats(operation: Operation): Json {
  const formats = ROW_FORMATS.filter(
    ({ media_type }) => hasRows(operation) || (media_type === NDJSON && operation.streamLines),
  );
  return Object.fromEntries(
    formats.map(({ media_type, is_text }) => [media_type, is_text ? { schema: { type: 'string' } } : {}]),
  );
}

function toRequestContent(operation: Operation, schema: unknown): Json {
  return {
    'application/json': { schema },
    ...(operation.handleLines ? { [NDJSON]: { schema: { type: 'string' } } } : {}),
  };
}

/** A schema as a client sees it: fields with a default are not required, and our own keywords are left out. */
export function toInput(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toInput);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-trim': _, 'x-default': late, required, ...rest } = schema as Json & { required?: unknown };
  const properties = (rest.properties ?? {}) as Record<string, Json>;
  const needed = Array.isArray(required)
    ? required.filter((name) => properties[name]?.default === undefined)
    : required;
  const keepsRequired = needed !== undefined && (!Array.isArray(needed) || needed.length > 0);
  const entries = Object.entries(rest).map(([key, value]) => [key, key === 'default' ? value : toInput(value)]);
  return {
    ...Object.fromEntries(entries),
    ...(late === undefined ? {} : { default: late }),
    ...(keepsRequired ? { required: needed } : {}),
  };
}
