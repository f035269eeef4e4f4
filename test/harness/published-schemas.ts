// Checks a response against the schema that the service publishes for it.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isCalendarDate } from '../../src/domain/dates.ts';
import { OPERATIONS } from '../../src/operations/index.ts';
import { createOpenapi } from '../../src/surfaces/openapi.ts';

interface Documented {
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

interface Openapi {
  paths: Record<string, Record<string, Documented>>;
  components: object;
}

const openapi = createOpenapi(OPERATIONS, { basePath: '/v1' }) as unknown as Openapi;
const ajv = new Ajv2020({ strict: false, formats: { date: isCalendarDate }, loopEnum: 50 });
ajv.addSchema({ $id: 'openapi', components: openapi.components });
const patterns = Object.keys(openapi.paths).map((path) => ({
  path,
  // Paths without parameters go first: /prompts/suggestions is not /prompts/{id}.
  places: path.split('{').length,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
patterns.sort((a, b) => a.places - b.places);

const ERROR_REF = { $ref: 'openapi#/components/schemas/Error' };
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** Throws where a response is not what /openapi.json says of it. */
export function checkResponse({
  method,
  path,
  status,
  body,
}: {
  method: string;
  path: string;
  status: number;
  body: unknown;
}) {
  const found = patterns.find(({ pattern }) => pattern.test(path));
  const documented = found && openapi.paths[found.path]![method.toLowerCase()];
  if (status === 304 && documented?.responses[304]) return;
  const isRefusal = status === 404 || status === 405;
  if (!documented && !isRefusal) throw new Error(`${method} ${path} answers ${status} and is not published`);
  const published = documented?.responses[status]?.content['application/json']?.schema;
  if (!published && !isRefusal) throw new Error(`${method} ${path}: the status ${status} is not published`);
  const schema = status >= 400 ? ERROR_REF : published!;
  const name = status >= 400 ? 'error' : `${method} ${found!.path} ${status}`;
  const validate = compiled.get(name) ?? ajv.compile(schema);
  compiled.set(name, validate);
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} ${status} is not what is published: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 2000)}`,
    );
  }
}
