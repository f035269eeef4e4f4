export interface PostgresServer {
  folder: string;
  /** The URL of a database on this server. */
  toUrl(database: string): string;
  /** Stops the server and starts it again on the same port. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

export function startPostgres(options?: {
  folder?: string;
  settings?: Record<string, string>;
}): Promise<PostgresServer>;
