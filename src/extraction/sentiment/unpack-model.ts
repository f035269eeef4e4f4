import { createHashTable, type HashTable } from './hash-table.ts';
import { listTensors, row, shape, type TensorName } from './shape.ts';
import { placeCount } from './window.ts';

export interface Model {
  /** The row of each word that the model knows. */
  rows: HashTable;
  /** What the 8-bit numbers of `table` are multiplied by. */
  scale: number;
  table: Int8Array;
  tensors: Record<TensorName, Float64Array>;
}

/** Throws where the model has other sizes than the loops in `model.ts`, which spell out their steps, are written for. */
export function assertSizes({ dimensions, hidden }: Record<'dimensions' | 'hidden', number> = shape): void {
  if (dimensions !== 16) throw new Error(`A word of the sentiment model has ${dimensions} numbers instead of 16.`);
  if (hidden % 8 !== 0)
    throw new Error(`The sentiment model has ${hidden} hidden units, which is not a multiple of 8.`);
}

/** Reads the packed model: row count, scale, keys of the rows, rows in 8 bits, then the tensors; all little-endian. */
export function unpackModel(base64: string): Model {
  const bytes = Buffer.from(base64, 'base64');
  const rowCount = bytes.length < 8 ? 0 : bytes.readUInt32LE(0);
  assertLength(bytes.length, rowCount);
  const scale = bytes.readFloatLE(4);
  let offset = 8;
  let tableBits = 4;
  while (1 << tableBits < rowCount * 2) tableBits++;
  const rows = createHashTable(tableBits);
  for (let index = 0; index < rowCount; index++, offset += 4) {
    if (index >= row.first) rows.set(bytes.readInt32LE(offset), index);
  }
  // Kept in 8 bits: a table that fits the processor's cache is worth the multiplication.
  const table = new Int8Array(bytes.subarray(offset, offset + rowCount * shape.dimensions));
  offset += table.length;
  const tensors = {} as Record<TensorName, Float64Array>;
  for (const [name, length] of listTensors(placeCount)) {
    const tensor = new Float64Array(length);
    for (let at = 0; at < length; at++, offset += 4) tensor[at] = bytes.readFloatLE(offset);
    tensors[name] = tensor;
  }
  return { rows, scale, table, tensors };
}

/** A model that was trained with other sizes would be read without an error, and give wrong scores. */
function assertLength(length: number, rowCount: number): void {
  const tensorBytes = listTensors(placeCount).reduce((sum, [, count]) => sum + 4 * count, 0);
  const needed = 8 + rowCount * (4 + shape.dimensions) + tensorBytes;
  if (rowCount <= row.first || length !== needed) {
    throw new Error(
      `The packed sentiment model has ${length} bytes; ${rowCount} rows need ${needed}. Train it again: scripts/train-sentiment.mjs.`,
    );
  }
}
