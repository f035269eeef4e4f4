import type { Api } from './api.ts';

/** Every route of the API, such as `POST /reports/brands`. */
export type Route = keyof Api;

/** What a client sends to a route: one object, whatever place a request carries its fields in. */
export type InputOfRoute<Known extends Route> = Api[Known]['input'];

/** What a route answers. */
export type OutputOfRoute<Known extends Route> = Api[Known]['output'];

/** Routes that answer with a list. */
export type ListRoute = {
  [Known in Route]: OutputOfRoute<Known> extends { data: unknown[] } ? Known : never;
}[Route];

/** Routes that answer with one page of a list. */
export type PagedRoute = {
  [Known in ListRoute]: 'offset' extends keyof InputOfRoute<Known> ? Known : never;
}[ListRoute];

/** An entry of the list that a route answers. */
export type ItemOfRoute<Known extends ListRoute> = OutputOfRoute<Known> extends { data: (infer Item)[] } ? Item : never;

type RouteWithQuery = { [Known in Route]: [Api[Known]['query']] extends [never] ? never : Known }[Route];

/** Fields that go into the query although the method has a body. The compiler asks for exactly those. */
export const QUERY_FIELDS: { [Known in RouteWithQuery]: Record<Api[Known]['query'], true> } = {
  'POST /chats': { on_duplicate: true, dry_run: true },
};
