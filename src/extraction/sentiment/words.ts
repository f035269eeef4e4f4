/** A signed number, like all hashes: engines are slower where some do not fit into 32 bits. */
export const hashStart = 0x811c9dc5 | 0;

/** One step of FNV-1a over a UTF-16 code unit. */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

export function hashWord(word: string): number {
  let hash = hashStart;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}
