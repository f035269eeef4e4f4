import { type ByteSource, readChunks } from './byte-source.ts';
import { ImportError } from './import-error.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A part of a text, and how much of the file was read up to its end, from 0 to 1. */
export interface TextPiece {
  text: string;
  progress: number;
}

const SAMPLE_BYTES = 4096;

/** The characters 0x80 to 0x9F of Windows-1252. Not every release of Node.js decodes them as the standard says. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** A function takes so many arguments in every browser. */
const ARGUMENTS = 8192;

/** How the text of a file seems to be encoded. If that is UTF-8, only `confirmEncoding` can tell; both have ASCII in common. */
export async function guessEncoding(source: ByteSource): Promise<Encoding> {
  const sample = await source.read(0, SAMPLE_BYTES);
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros.map((count) => count / Math.max(1, sample.length / 2)) as [number, number];
  if (odd > 0.3 && even < 0.05) return 'utf-16le';
  if (even > 0.3 && odd < 0.05) return 'utf-16be';
  if (even + odd > 0.2) {
    throw new ImportError(
      'unreadable',
      `${source.name} is not a text file, a spreadsheet (.xlsx) or a Parquet file. Export it as CSV, encoded in UTF-8.`,
    );
  }
  return 'utf-8';
}

/** How the text of a file is encoded. Reads all of it: one wrong byte at the end means that it is not UTF-8. */
export async function confirmEncoding(source: ByteSource, guess: Encoding): Promise<Encoding> {
  return guess !== 'utf-8' || (await isUtf8(source)) ? guess : 'windows-1252';
}

async function isUtf8(source: ByteSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readChunks(source)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The text of a file in pieces, without a byte order mark. */
export async function* readText(source: ByteSource, encoding: Encoding): AsyncGenerator<TextPiece> {
  const decode = createDecoder(encoding);
  let seen = 0;
  for await (const chunk of readChunks(source)) {
    seen += chunk.length;
    yield { text: decode(chunk), progress: seen / source.size };
  }
  const rest = decode();
  if (rest !== '') yield { text: rest, progress: 1 };
}

/** Without a chunk, the decoder gives what is left. */
function createDecoder(encoding: Encoding): (chunk?: Uint8Array) => string {
  if (encoding === 'windows-1252') return (chunk) => (chunk ? decodeWindows1252(chunk) : '');
  const decoder = new TextDecoder(encoding);
  return (chunk) => (chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
}

function decodeWindows1252(chunk: Uint8Array): string {
  let text = '';
  for (let at = 0; at < chunk.length; at += ARGUMENTS)
    text += String.fromCharCode(...chunk.subarray(at, at + ARGUMENTS));
  return text.replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!);
}
