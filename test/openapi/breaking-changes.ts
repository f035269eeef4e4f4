/** The parts of JSON Schema that the API uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  format?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Content {
  content: Record<string, { schema: Schema }>;
}

export interface PublishedOperation {
  parameters?: ({ name: string; in: string; required?: boolean } & ({ schema: Schema } | Content))[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Openapi {
  paths: Record<string, Record<string, PublishedOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Change {
  /** Such as `GET /prompts`; `Error` where it is about the form of errors. */
  route: string;
  /** What would break clients, in a sentence. */
  sentence: string;
}

/** What in a document would break clients that rely on an earlier one. New paths, fields and values break nobody. */
export function findBreakingChanges(before: Openapi, after: Openapi): Change[] {
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const now = after.paths[path]?.[method];
      const route = `${method.toUpperCase()} ${path}`;
      const sentences = now ? compareOperations(operation, now) : ['It was removed.'];
      return sentences.map((sentence) => ({ route, sentence }));
    }),
  );
  const errors = compareOutput(before.components.schemas.Error!, after.components.schemas.Error!, 'Error');
  return [...operations, ...errors.map((sentence) => ({ route: 'Error', sentence }))];
}

function compareOperations(before: PublishedOperation, after: PublishedOperation): string[] {
  return [...compareParameters(before, after), ...compareBodies(before, after), ...compareResponses(before, after)];
}

function compareParameters({ parameters: before = [] }: PublishedOperation, after: PublishedOperation): string[] {
  const { parameters = [] } = after;
  const find = (list: typeof before, wanted: (typeof before)[number]) =>
    list.find((parameter) => parameter.name === wanted.name && parameter.in === wanted.in);
  const kept = before.flatMap((parameter) => {
    const place = `The ${parameter.in} parameter ${parameter.name}`;
    const now = find(parameters, parameter);
    if (!now) return [`${place} was removed.`];
    return [
      ...(now.required && !parameter.required ? [`${place} is now required.`] : []),
      ...compareInput(toSchema(parameter), toSchema(now), place),
    ];
  });
  const added = parameters
    .filter((parameter) => parameter.required && !find(before, parameter))
    .map(({ name, in: place }) => `The new ${place} parameter ${name} is required.`);
  return [...kept, ...added];
}

/** Lists of objects in the query are JSON, which is described like a body. */
function toSchema(parameter: { schema: Schema } | Content): Schema {
  return 'schema' in parameter ? parameter.schema : parameter.content['application/json']!.schema;
}

function compareBodies(
  { requestBody: before }: PublishedOperation,
  { requestBody: after }: PublishedOperation,
): string[] {
  return Object.entries(before?.content ?? {}).flatMap(([type, { schema }]) => {
    const now = after?.content[type];
    return now ? compareInput(schema, now.schema, 'The body') : [`The body is no longer accepted as ${type}.`];
  });
}

function compareResponses(
  { responses: before }: PublishedOperation,
  { responses: after }: PublishedOperation,
): string[] {
  return Object.entries(before)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => {
        const now = after[status]?.content[type];
        return now ? compareOutput(schema, now.schema, 'The response') : [`It no longer answers ${status} as ${type}.`];
      }),
    );
}

const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems'] as const;
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems'] as const;

/** What the new schema refuses, or reads otherwise, that the old one accepted. */
function compareInput(before: Schema, after: Schema, place: string): string[] {
  if (before.anyOf || after.anyOf) {
    const accepted = after.anyOf ?? [after];
    const refused = (before.anyOf ?? [before]).filter((one) =>
      accepted.every((other) => compareInput(one, other, place).length > 0),
    );
    return refused.length > 0 ? [`${place} no longer accepts every type it accepted.`] : [];
  }
  if (!isType(before, after)) return [`${place} changed its type from ${before.type} to ${after.type}.`];
  const { properties: fields = {}, required = [] } = after;
  return [
    ...listMissing(before, after.enum).map((value) => `${place} no longer accepts "${value}".`),
    ...(after.enum && !before.enum && before.type ? [`${place} now accepts only some values.`] : []),
    ...(after.format !== undefined && after.format !== before.format ? [`${place} now needs a format.`] : []),
    ...(after.uniqueItems && !before.uniqueItems ? [`${place} now refuses duplicates.`] : []),
    ...LOWER_BOUNDS.filter((bound) => (after[bound] ?? -Infinity) > (before[bound] ?? -Infinity)).map(
      (bound) => `${place} has a higher ${bound}.`,
    ),
    ...UPPER_BOUNDS.filter((bound) => (after[bound] ?? Infinity) < (before[bound] ?? Infinity)).map(
      (bound) => `${place} has a lower ${bound}.`,
    ),
    ...(JSON.stringify(before.default) !== JSON.stringify(after.default) && before.default !== undefined
      ? [`${place} has another default.`]
      : []),
    ...required.filter((name) => !before.required?.includes(name)).map((name) => `${place}.${name} is now required.`),
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) =>
      fields[name] ? compareInput(schema, fields[name], `${place}.${name}`) : [`${place}.${name} was removed.`],
    ),
    ...(before.items && after.items ? compareInput(before.items, after.items, `${place}[]`) : []),
  ];
}

/** What the new schema may answer, or leave out, that a client of the old one does not expect. */
function compareOutput(before: Schema, after: Schema, place: string): string[] {
  if (before.$ref || after.$ref) return before.$ref === after.$ref ? [] : [`${place} changed its schema.`];
  if (before.anyOf || after.anyOf) {
    const expected = before.anyOf ?? [before];
    const surprising = (after.anyOf ?? [after]).filter((one) =>
      expected.every((other) => compareOutput(other, one, place).length > 0),
    );
    return surprising.length > 0 ? [`${place} may have another type than before.`] : [];
  }
  if (!isType(after, before)) return [`${place} changed its type from ${before.type} to ${after.type}.`];
  const { properties: fields = {}, required = [] } = after;
  return [
    ...Object.entries(before.properties ?? {}).flatMap(([name, schema]) => {
      if (!fields[name]) return [`${place}.${name} was removed.`];
      const canBeMissing = before.required?.includes(name) && !required.includes(name);
      return [
        ...(canBeMissing ? [`${place}.${name} may now be missing.`] : []),
        ...compareOutput(schema, fields[name], `${place}.${name}`),
      ];
    }),
    ...(before.items && after.items ? compareOutput(before.items, after.items, `${place}[]`) : []),
  ];
}

/** Whether everything of one schema's type is of the other's. */
function isType({ type: narrow }: Schema, { type: wide }: Schema): boolean {
  return wide === undefined || narrow === wide || (narrow === 'integer' && wide === 'number');
}

function listMissing({ enum: values = [] }: Schema, allowed: string[] | undefined): string[] {
  return allowed ? values.filter((value) => !allowed.includes(value)) : [];
}

/** The text under "### Breaking" in the section "## Unreleased" of a changelog. */
function readAnnouncements(changelog: string): string {
  const unreleased = changelog.split(/^## /m).find((section) => /^\[?unreleased/i.test(section)) ?? '';
  return unreleased.split(/^### /m).find((section) => /^breaking/i.test(section)) ?? '';
}

/** Changes whose route the changelog does not announce as breaking. */
export function findUnannounced(changes: readonly Change[], changelog: string): Change[] {
  const announced = readAnnouncements(changelog);
  return changes.filter(({ route }) => !announced.includes(`\`${route}\``));
}
