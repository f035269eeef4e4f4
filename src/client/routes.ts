import type { OperationsByRoute } from '../operations/index.ts';
import type { InputOf, OutputOf } from '../operations/operation.ts';

/** Every route of the API, such as `POST /reports/brands`. */
export type Route = keyof OperationsByRoute;

/** What a client sends to a route: one object, whatever place a request carries its fields in. */
export type InputOfRoute<Known extends Route> = InputOf<OperationsByRoute[Known]>;

/** What a route answers. */
export type OutputOfRoute<Known extends Route> = OutputOf<OperationsByRoute[Known]>;

/** Routes that answer with a list. */
export type ListRoute = {
  [Known in Route]: OutputOfRoute<Known> extends { data: unknown[] } ? Known : never;
}[Route];

/** An entry of the list that a route answers. */
export type ItemOfRoute<Known extends ListRoute> = OutputOfRoute<Known> extends { data: (infer Item)[] } ? Item : never;

/** Fields of a route that go into the query although its method has a body. */
export type QueryFieldOfRoute<Known extends Route> = OperationsByRoute[Known] extends {
  in_query?: readonly (infer Field extends string)[];
}
  ? Field
  : never;
