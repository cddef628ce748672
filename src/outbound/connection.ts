/** TLS settings; texts in PEM, empty for those of the platform or none. */
export interface TlsSettings {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** The name that the server's certificate has to have; empty for that of the URL. */
  readonly serverName: string;
  /** True if the server's certificate is not looked at. */
  readonly isInsecure: boolean;
}

/** Where connections lead, and how they are made. While it is the same object, connections are used again. */
export interface Route {
  /** An http or https URL; its path is where requests go. */
  readonly server: string;
  readonly tls: TlsSettings;
  /** Empty for what the environment says. */
  readonly proxyUrl: string;
}

/** A route, and the headers by which the server knows who asks. */
export interface Connection {
  readonly route: Route;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** The source of the connection settings of a server. */
export interface ConnectionSource {
  /**
   * Returns the connection as it is to be made now. Called for each request; answers at once where nothing has
   * changed. Fails with an OutboundError of the kind `credentials` when there is none.
   */
  current(): Promise<Connection>;
  /** Called when the server rejects the credentials (401): renewable ones are renewed. */
  credentialsRefused(): void;
}

/** Encrypted connections with what the platform trusts and no certificate of one's own. */
export const PLAIN_TLS: TlsSettings = { authority: '', certificate: '', key: '', serverName: '', isInsecure: false };

/** Returns a source of one connection that never changes. */
export function fixedConnection(route: Route, headers: Connection['headers'] = {}): ConnectionSource {
  const connection = Promise.resolve({ route, headers });
  return { current: () => connection, credentialsRefused: () => {} };
}
