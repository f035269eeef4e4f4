import sax from 'sax';

export interface XmlHandlers {
  /** Names are local: `row` for `x:row`. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  /** A long text comes in several pieces. */
  text?(text: string): void;
}

/** The text is not well-formed XML. */
export class XmlError extends Error {}

/** Reads XML (UTF-8) that comes in chunks. Calls back for each chunk after its handlers were called. */
export async function* readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, {});
  const decoder = new TextDecoder('utf-8');
  parser.onerror = (error) => {
    throw new XmlError(error.message);
  };
  parser.onopentag = ({ name, attributes }) => handlers.open?.(toLocal(name), toLocals(attributes));
  parser.onclosetag = (name) => handlers.close?.(toLocal(name));
  parser.ontext = (text) => handlers.text?.(text);
  parser.oncdata = (text) => handlers.text?.(text);
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

function toLocal(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function toLocals(attributes: Record<string, string | sax.QualifiedAttribute>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [toLocal(name), String(value)]));
}
