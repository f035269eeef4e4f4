import { parseQuery, validate } from '../../domain/validation.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { toRequestShape } from '../http-shape.ts';

type Fields = Record<string, unknown>;

/** The parts of an HTTP request that carry input, as they came. */
export interface RequestParts {
  params: Fields;
  query: Fields;
  /** Null where the body is a stream of lines. */
  body: Fields | null;
}

/** Refuses U+0000 in a path or query, which not every engine can store or look for. JSON is checked where it is parsed. */
export function checkTexts({ params, query }: RequestParts): void {
  if (Object.values(params).some(hasNull)) {
    throw new AppError('not_found', 'No object has an ID with the character U+0000.');
  }
  const wrong = Object.entries(query).find((pair) => pair.flat().some(hasNull));
  if (wrong) throw invalid(wrong[0], 'must not contain the character U+0000.');
}

function hasNull(text: unknown): boolean {
  return String(text).includes('\0');
}

/** The project that a request names, in the query or in the body. It is checked by whoever looks for the project. */
export function readProjectId({ scope }: Operation, { query, body }: RequestParts): unknown {
  if (scope !== 'project') return undefined;
  const given = [query.project_id, body?.project_id].filter((value) => value !== undefined);
  const wrong = given.find((value) => typeof value !== 'string' || value === '');
  if (wrong !== undefined) return wrong;
  if (given.length === 2 && given[0] !== given[1]) throw differs('project_id');
  return given[0];
}

/** The names of all fields that a request carries. */
export function listGiven({ query, body }: RequestParts): ReadonlySet<string> {
  return new Set([...Object.keys(query), ...Object.keys(body ?? {})]);
}

/** Checks query and body, and puts all fields into one input. Fields in a place that is not theirs are unknown. */
export function readInput(operation: Operation, { params, query, body }: RequestParts): Fields {
  const shape = toRequestShape(operation);
  const fromQuery: Fields = validate(shape.query, parseQuery(shape.query, query));
  const fromBody: Fields = body === null || !shape.body ? {} : validate(shape.body, body);
  for (const field of shape.either) checkEither(field, [fromQuery[field], fromBody[field]]);
  return { ...fromQuery, ...fromBody, ...params };
}

function checkEither(field: string, [inQuery, inBody]: [unknown, unknown]): void {
  if (inQuery === undefined && inBody === undefined) throw invalid(field, 'is required, in the query or in the body.');
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) throw differs(field);
}

function differs(field: string) {
  return invalid(field, 'has different values in the query and in the body.');
}
