#!/usr/bin/env node
'use strict';

// TRICKY: each running database query holds one libuv thread. The pool's size is read once, at its first use, and on
// Node 20 assigning it from an ES module comes too late: only this CommonJS file runs early enough.
process.env.UV_THREADPOOL_SIZE ??= '16';

import('../dist/program/main.js').then(
  ({ main }) => main(process.argv.slice(2)),
  (error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.message).includes('dist')) throw error;
    process.stderr.write('overheard is not built yet: run "npm run build" first.\n');
    process.exitCode = 1;
  },
);
