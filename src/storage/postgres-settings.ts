/** Where PostgreSQL is reached, and where this server keeps its tables there. */
export interface PostgresSettings {
  /** `postgres://user@host:port/database`; empty where the file has it. */
  readonly url: string;
  /** A file with the URL, which may have a password; empty for none. */
  readonly urlFile: string;
  /** A file with the password; empty for none. */
  readonly passwordFile: string;
  /** Files in PEM; empty for none. */
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** The schema of the tables. */
  readonly schema: string;
  /** Connections at a time, of which one writes and one waits for changes. */
  readonly maxConnections: number;
  /** How long a statement may take, in milliseconds. */
  readonly statementTimeoutMs: number;
}
