import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { ClientCertificate } from '../authn/index.js';

/** Finds the certificate a client has shown, and whether TLS could trace it to a client authority. */
export class ClientCertificates {
  // The handshake is one of the connection: what came of it is kept with that.
  private readonly known = new WeakMap<object, ClientCertificate | null>();

  /** The certificate of a request's connection, undefined when none was shown. */
  of(request: IncomingMessage): ClientCertificate | undefined {
    const socket = request.socket as TLSSocket;
    let certificate = this.known.get(socket);
    if (certificate === undefined) {
      certificate = readCertificate(socket);
      this.known.set(socket, certificate);
    }
    return certificate ?? undefined;
  }
}

function readCertificate(socket: TLSSocket): ClientCertificate | null {
  const certificate = socket.getPeerX509Certificate?.();
  if (!certificate) return null;
  if (socket.authorized) return { certificate };
  return { certificate, fault: String(socket.authorizationError ?? 'the certificate is not trusted') };
}
