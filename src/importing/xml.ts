import sax from 'sax';

export interface XmlHandlers {
  /** Names are local: `row` for `x:row`. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  /** A long text comes in several pieces. */
  text?(text: string): void;
}

/** The parser keeps the attributes of an element and the elements around it, and workbooks have few of both. */
const MAX_ATTRIBUTES = 1000;
const MAX_DEPTH = 100;

/** The text is not well-formed XML, or made to exhaust its reader. */
export class XmlError extends Error {}

/** Reads XML (UTF-8) that comes in chunks. Calls back for each chunk after its handlers were called. */
export async function* readXml(chunks: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  const parser = sax.parser(true, {});
  const decoder = new TextDecoder('utf-8');
  parser.onerror = (error) => {
    throw new XmlError(error.message);
  };
  let attributeCount = 0;
  parser.onopentagstart = () => {
    attributeCount = 0;
  };
  parser.onattribute = () => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES) throw new XmlError('too many attributes');
  };
  let depth = 0;
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new XmlError('too deep');
    handlers.open?.(toLocal(name), toLocals(attributes));
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    handlers.close?.(toLocal(name));
  };
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
