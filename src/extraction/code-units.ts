/** The code units of a text, followed by zeros. */
export interface Units {
  units: Uint16Array;
  length: number;
}

// Loops over all characters read some units ahead.
const PADDING = 4;
let scratch = Buffer.alloc(32 * 1024);
let scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, scratch.length / 2);
let written = '';

/** The code units of a text, in an array that the next call reuses: reading it takes a third of the time of `charCodeAt`. */
export function toUnits(text: string): Units {
  if (text === written) return { units: scratchUnits, length: text.length };
  if (text.length + PADDING > scratchUnits.length) {
    scratch = Buffer.alloc((text.length + PADDING) * 2);
    scratchUnits = new Uint16Array(scratch.buffer, scratch.byteOffset, text.length + PADDING);
  }
  scratch.write(text, 'utf16le');
  scratchUnits.fill(0, text.length, text.length + PADDING);
  written = text;
  return { units: scratchUnits, length: text.length };
}
