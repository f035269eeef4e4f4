import { Type } from 'typebox';
import { EVENTS, type EventKind } from '../domain/event.ts';
import { Strict } from '../domain/paging.ts';
import { OneOf } from '../domain/schema.ts';

type Json = Record<string, unknown>;

/** The requests that webhooks with the format `json` get, for the OpenAPI document. */
export function describeWebhooks(): Record<string, Json> {
  return Object.fromEntries(
    (Object.keys(EVENTS) as EventKind[]).map((kind) => [kind, { post: describeEvent(kind) }] as const),
  );
}

function describeEvent(kind: EventKind): Json {
  const { description, data } = EVENTS[kind];
  const schema = Strict({
    id: Type.String({ description: 'The same if the event is sent again.' }),
    event: OneOf([kind]),
    created_at: Type.String(),
    project: Strict({ id: Type.String(), name: Type.String() }),
    text: Type.String({ description: 'The event for a person.' }),
    data,
  });
  const signature = {
    name: 'X-Overheard-Signature',
    in: 'header',
    required: true,
    description:
      '`t=` the time in seconds, `,v1=` the HMAC-SHA-256 of `t`, a dot and the body, in hexadecimal. For a day after the secret was rotated, a second `,v1=` is made with the secret before it.',
    schema: { type: 'string' },
  };
  return {
    operationId: `on_${kind}`,
    tags: ['Webhooks'],
    summary: kind,
    description,
    security: [],
    parameters: [signature],
    requestBody: { content: { 'application/json': { schema } } },
    responses: {
      '200': { description: 'Received. Any status from 200 to 299 will do.' },
      '4XX': { description: 'Not received: it is sent again later.' },
    },
  };
}
