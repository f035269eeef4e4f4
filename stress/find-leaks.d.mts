export function createLeakFinder(key: string): (said: string | Uint8Array) => string[];
