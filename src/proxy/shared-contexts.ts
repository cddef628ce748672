import { type SecureContext, createSecureContext } from 'node:tls';
import type { Peer } from './destination.js';
import type { Tls } from './kubelet-tls.js';

/** The certificates of a context, in PEM. */
type Material = Pick<Tls, 'ca' | 'cert' | 'key'>;

/**
 * One TLS context for each kind of server, made again when its certificates change: Node would make one for every
 * connection, with a copy of the certificates.
 */
export class SharedContexts {
  private readonly known = new Map<Peer, Material & { readonly context: SecureContext }>();

  /** Returns the context for a kind of server. Throws when a certificate is malformed. */
  of(peer: Peer, { ca, cert, key }: Material): SecureContext {
    const known = this.known.get(peer);
    if (known && known.ca === ca && known.cert === cert && known.key === key) return known.context;
    const context = createSecureContext({ ca, cert, key });
    this.known.set(peer, { ca, cert, key, context });
    return context;
  }
}
