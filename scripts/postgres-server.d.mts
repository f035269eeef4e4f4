export interface PostgresServer {
  folder: string;
  /** The address of a database. */
  toUrl(database: string): string;
  /** Stops and starts it again on the same port. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

export function startPostgres(options?: {
  folder?: string;
  settings?: Record<string, string>;
}): Promise<PostgresServer>;
