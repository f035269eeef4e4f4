import { trace } from '../tracing/trace.ts';
import type { Store } from './store.ts';

/** Measures the writes and the long queries of a store, the time that they wait for their turn included. */
export function traceStore(store: Store): Store {
  const { write, query } = store;
  return {
    ...store,
    write: (project, work, options) =>
      trace(
        { name: 'store.write', kind: 'client', attributes: { 'overheard.project': project }, is_detail: true },
        () => write(project, work, options),
      ),
    query: (compiled, options) =>
      trace({ name: 'store.query', kind: 'client', is_detail: true }, () => query(compiled, options)),
  };
}
