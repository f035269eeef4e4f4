import type { OperationsByRoute } from '../operations/index.ts';
import type { InputOf, OutputOf } from '../operations/operation.ts';

type QueryFieldOf<Known> = Known extends { in_query?: readonly (infer Field extends string)[] } ? Field : never;

/**
 * Every route of the API, such as `POST /reports/brands`: what a client sends, what it gets, and which fields go into the
 * query although the method has a body. The published package has the same type without the service behind it:
 * `scripts/write-client.mjs` writes it from the schemas of the operations.
 */
export type Api = {
  [Known in keyof OperationsByRoute]: {
    input: InputOf<OperationsByRoute[Known]>;
    output: OutputOf<OperationsByRoute[Known]>;
    query: QueryFieldOf<OperationsByRoute[Known]>;
  };
};
