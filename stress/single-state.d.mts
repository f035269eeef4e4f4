interface Request {
  method: string;
  path: string;
  body?: unknown;
  /** What the client accepts, if that is not JSON. */
  accept?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers.
type Ask = (request: Request) => Promise<{ status: number; body: any; text: string }>;

interface Kept {
  brands: string[];
  prompts: string[];
}

export function prepareProject(ask: Ask): Promise<Kept>;
export function runWriters(ask: Ask, kept: Kept, signal: AbortSignal): Promise<number>;
export function createReads(ask: Ask, kept: Kept): () => Promise<string | null>;
