export { ApiError, type ApiErrorCode, type ErrorDetail } from './api-error.ts';
export type { RequestOptions } from './client.ts';
export { Overheard, type OverheardOptions } from './overheard.ts';
export type { InputOfRoute, ItemOfRoute, ListRoute, OutputOfRoute, PagedRoute, Route } from './routes.ts';
