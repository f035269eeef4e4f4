// Lets a test see, hold or fail the long queries of a store.
import type { Reader, Store } from '../../src/store/store.ts';

/** The same store, whose reads run their long queries by way of this. */
export function watchQueries(store: Store, watch: (query: Reader['query']) => Reader['query']): Store {
  const { read } = store;
  const watched = (reader: Reader): Reader => ({
    ...reader,
    query: watch(reader.query),
    remember: (key, find) => reader.remember(key, (inner) => find(watched(inner))),
  });
  return {
    ...store,
    read: (project, work, options) => read(project, (reader) => work(watched(reader)), options),
  };
}
