import type { ImportProgress } from './import-session.ts';
import type { WorkerAction, WorkerFailure, WorkerReply, WorkerRequests } from './import-worker.ts';
import workerUrl from './import-worker.ts?worker&url';

/** What the worker could not do, in words for the user. */
export class WorkerError extends Error {
  readonly trouble: WorkerFailure['trouble'];
  readonly sheets: readonly string[];

  constructor({ message, trouble, sheets = [] }: WorkerFailure) {
    super(message);
    this.trouble = trouble;
    this.sheets = sheets;
  }
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The page's policy allows a worker only through this name, and here it stands for one script. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('import-worker', {
  createScriptURL: () => workerUrl,
});

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
  onProgress: ((progress: ImportProgress) => void) | undefined;
}

/** Files are read in a thread of their own, so that the page stays responsive. */
export function startImportWorker() {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  const pending = new Map<number, Pending>();
  let last = 0;

  worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
    const request = pending.get(data.id);
    if (!request) return;
    if ('progress' in data) {
      request.onProgress?.(data.progress);
      return;
    }
    pending.delete(data.id);
    if ('failure' in data) request.reject(new WorkerError(data.failure));
    else request.resolve(data.output);
  };
  worker.onerror = () => {
    const error = new Error('The file reader could not be loaded. Reload the page and choose the file again.');
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  return {
    /** What is asked next stops what is under way. */
    ask<Action extends WorkerAction>(
      action: Action,
      input: WorkerRequests[Action]['input'],
      onProgress?: (progress: ImportProgress) => void,
    ): Promise<WorkerRequests[Action]['output']> {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve: resolve as Pending['resolve'], reject, onProgress });
        worker.postMessage({ id, action, input });
      });
    },
    stop: () => worker.postMessage({ action: 'stop' }),
    close: () => worker.terminate(),
  };
}

export type ImportWorker = ReturnType<typeof startImportWorker>;
