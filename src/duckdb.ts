import { createRequire } from 'node:module';

// TRICKY: an ES import of a CommonJS package reads its files once more to find the names that it exports, and this one has many.
export const driver = createRequire(import.meta.url)('@duckdb/node-api') as typeof import('@duckdb/node-api');
