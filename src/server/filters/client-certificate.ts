import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ClientCertificate } from '../../authn/index.js';

/** Finds the certificate a client has shown, and whether TLS could trace it to a client authority. */
export class ClientCertificates {
  // The handshake is one of the connection: what came of it is kept with that.
  private readonly known = new WeakMap<object, ClientCertificate | null>();

  /** Returns the certificate of a request's connection, undefined when none was shown. */
  of(request: IncomingMessage): ClientCertificate | undefined {
    const connection = connectionOf(request);
    let certificate = this.known.get(connection);
    if (certificate === undefined) {
      certificate = readCertificate(request.socket as TLSSocket);
      this.known.set(connection, certificate);
    }
    return certificate ?? undefined;
  }
}

/** Returns the object with the lifetime of a request's connection. Over HTTP/2 every request has its own socket object. */
export function connectionOf(request: IncomingMessage): object {
  return (request as { stream?: ServerHttp2Stream }).stream?.session ?? request.socket;
}

function readCertificate(socket: TLSSocket): ClientCertificate | null {
  const certificate = socket.getPeerX509Certificate?.();
  if (!certificate) return null;
  if (socket.authorized) return { certificate };
  return { certificate, fault: String(socket.authorizationError ?? 'the certificate is not trusted') };
}
