import { AskError } from './provider.ts';
import type { Send } from './transport.ts';

/** What came back for one request, as JSON. */
export interface Exchange {
  /** 0: no response came. */
  status: number;
  content_type: string | null;
  /** Where a redirect leads. */
  location: string | null;
  body: string;
}

export interface Recording {
  send: Send;
  /** In the order of the requests, whichever was answered first. */
  exchanges: Exchange[];
}

/** Sends, and remembers what came back. */
export function record(send: Send): Recording {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    send: async (url, sending) => {
      const exchange: Exchange = { status: 0, content_type: null, location: null, body: '' };
      exchanges.push(exchange);
      const response = await send(url, sending);
      exchange.body = response.body;
      exchange.status = response.status;
      exchange.content_type = response.headers.get('content-type');
      exchange.location = response.headers.get('location');
      return response;
    },
  };
}

/** Gives the same answers again, in the same order, without a network. */
export function replay(exchanges: readonly Exchange[]): Send {
  let next = 0;
  return async () => {
    const exchange = exchanges[next++];
    if (exchange === undefined) throw new AskError('internal', 'The stored response has no answer to this request.');
    const { status, content_type, location, body } = exchange;
    if (status === 0)
      throw new AskError('connection', 'No response came when this was asked.', { is_end_unknown: true });
    const headers = new Headers();
    if (content_type !== null) headers.set('content-type', content_type);
    if (location !== null) headers.set('location', location);
    return { status, headers, body };
  };
}
