import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Owner, runOwned } from '../../unhandled-errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    owner: Owner | null;
  }
}

/** Lets an error that nobody handles end the request in whose course it is thrown, instead of the process. */
export function addRequestOwners(app: FastifyInstance): void {
  app.decorateRequest('owner', null);

  app.addHook('onRequest', (request, reply, done) => {
    request.owner = {
      kind: 'http_request',
      fail: (error) => {
        if (!reply.sent) void reply.send(error);
        // Half an answer must not look like a whole one.
        else if (!reply.raw.writableEnded) reply.raw.destroy();
      },
    };
    runOwned(request.owner, done);
  });

  // A body arrives outside of the request's own calls.
  app.addHook('preValidation', (request: FastifyRequest, _reply, done) => runOwned(request.owner!, done));
}
