/** The values of a response that has one JSON value per line, as they come. */
export async function* readJsonLines<Value>(response: Response): AsyncGenerator<Value> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as Value;
  }
  if (rest !== '') yield JSON.parse(rest) as Value;
}
