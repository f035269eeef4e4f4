import type { TextPiece } from './encoding.ts';
import { ImportError } from './import-error.ts';
import { parseEntry } from './json-lines.ts';
import { createJsonScanner } from './json-scanner.ts';
import { type SourceRecord, TOO_LONG } from './records.ts';

/** The entries of a JSON array, or of the one array of objects in an object such as `{"data": […]}`. */
export async function* readJsonArray(pieces: AsyncIterable<TextPiece>): AsyncGenerator<SourceRecord> {
  const scanner = createJsonScanner();
  let place = 0;
  let array: string | undefined;
  for await (const { text, progress } of pieces) {
    for (const entry of scan(scanner, { text, place })) {
      // Short lists of names or numbers beside the entries are no entries.
      if (entry.key !== '' && !entry.text.startsWith('{')) continue;
      array ??= entry.key;
      if (entry.key !== array) {
        throw new ImportError(
          'unreadable',
          `The JSON file has several lists: ${array} and ${entry.key}. Keep the one with the entries, as a JSON array: [{…}, {…}].`,
        );
      }
      place += 1;
      if (entry.isTooLong) yield { place, values: {}, problem: TOO_LONG, text: entry.text, progress };
      else yield { place, ...parseEntry(entry.text), progress };
    }
  }
  if (!scanner.isComplete()) throw broken(place, 'The file ends before its last bracket is closed.');
}

function scan(scanner: ReturnType<typeof createJsonScanner>, { text, place }: { text: string; place: number }) {
  try {
    return scanner.push(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw broken(place, 'A bracket or a quote is missing, or one is too many.');
    throw error;
  }
}

function broken(place: number, reason: string): ImportError {
  const where = place === 0 ? 'at its beginning' : `after entry ${place.toLocaleString('en')}`;
  return new ImportError('unreadable', `The file is not valid JSON ${where}. ${reason} Export the file again.`);
}
