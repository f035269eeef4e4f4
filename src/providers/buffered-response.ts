const WITHOUT_BODY = [204, 205, 304];

interface ResponseHead {
  status: number;
  statusText?: string;
  headers: Headers;
}

/** A response whose body is in memory. */
export function createBufferedResponse(
  body: string | Uint8Array<ArrayBuffer>,
  { status, statusText = '', headers }: ResponseHead,
): Response {
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}
