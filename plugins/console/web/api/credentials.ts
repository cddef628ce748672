/** The subprotocol of WebSockets by which clients without headers send a token (kube-apiserver). */
const BEARER_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';

/**
 * The server that is called, and the user's token. The token is in this object alone: it goes when the page does. Without one
 * the browser shows its client certificate, if it has one.
 */
export class Credentials {
  #token: string;

  constructor(
    token = '',
    /** The origin of the server; empty for the one that serves the console. */
    readonly server = '',
  ) {
    this.#token = token;
  }

  /** Continues with a newer token of the same user. */
  renew(token: string): void {
    this.#token = token;
  }

  /** Returns the headers of requests. */
  headers(): Readonly<Record<string, string>> {
    return this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** Returns the subprotocols of WebSockets, in place of headers. */
  protocols(): string[] {
    return this.#token === '' ? [] : [`${BEARER_PROTOCOL}${base64Url(new TextEncoder().encode(this.#token))}`];
  }
}

/** Returns bytes in base64, as URLs have it. */
export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
