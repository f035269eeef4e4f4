import { type TObject, type TProperties, Type } from 'typebox';
import { Strict } from '../domain/paging.ts';
import { type Place, toPlace } from '../domain/route.ts';
import type { Operation } from '../operations/operation.ts';

/** The input of an operation as an HTTP request carries it. */
export interface RequestShape {
  path: TProperties;
  query: TObject;
  /** Undefined where the method has no body. */
  body: TObject | undefined;
  /** Required fields that may stand in the query or in the body. */
  either: string[];
}

const shapes = new WeakMap<Operation, RequestShape>();

export function toRequestShape(operation: Operation): RequestShape {
  const known = shapes.get(operation);
  if (known) return known;
  const shape = deriveShape(operation);
  shapes.set(operation, shape);
  return shape;
}

function deriveShape(operation: Operation): RequestShape {
  const { method, scope, input, in_query_or_body = [] } = operation;
  const isShared = (field: string) =>
    in_query_or_body.includes(field) || (scope === 'project' && field === 'project_id');
  const select = (place: Place): TProperties =>
    Object.fromEntries(
      Object.entries(input.properties).flatMap(([field, schema]) => {
        const own = toPlace(field, operation);
        if (own !== 'path' && isShared(field)) return place === 'path' ? [] : [[field, Type.Optional(schema)]];
        return own === place ? [[field, schema]] : [];
      }),
    );
  return {
    path: select('path'),
    query: Strict(select('query')),
    body: method === 'GET' ? undefined : Strict(select('body')),
    either: method === 'GET' ? [] : [...in_query_or_body],
  };
}

/** The body as it is documented: fields whose entries are checked one by one are described all the same. */
export function toDocumentedBody(operation: Operation): TObject | undefined {
  const { body } = toRequestShape(operation);
  return body && operation.documented ? Strict({ ...body.properties, ...operation.documented }) : body;
}

export function toStatus({ creates = false }: Operation): 200 | 201 {
  return creates ? 201 : 200;
}
