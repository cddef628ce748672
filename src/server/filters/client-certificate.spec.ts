import type { IncomingMessage } from 'node:http';
import { ClientCertificates } from './client-certificate.js';

class Connection {
  readonly authorized = true;
  handshakes = 0;

  getPeerX509Certificate(): object {
    this.handshakes++;
    return {};
  }

  /** A request of HTTP/1.1, which has the connection itself for a socket. */
  asHttp1(): IncomingMessage {
    return { socket: this } as unknown as IncomingMessage;
  }

  /** A request of HTTP/2, whose socket is made for it alone. */
  asHttp2(session: object): IncomingMessage {
    return { socket: new Proxy(this, {}), stream: { session } } as unknown as IncomingMessage;
  }
}

describe('ClientCertificates.of()', () => {
  let connection: Connection;
  let certificates: ClientCertificates;

  beforeEach(() => {
    connection = new Connection();
    certificates = new ClientCertificates();
  });

  it('reads the certificate of a connection once, and answers the same for all its requests', () => {
    const first = certificates.of(connection.asHttp1());
    expect(first?.fault).toBeUndefined();
    expect(certificates.of(connection.asHttp1())).toBe(first);
    expect(connection.handshakes).toBe(1);
  });

  it('does so over HTTP/2, where each request has a socket of its own', () => {
    const session = {};
    const first = certificates.of(connection.asHttp2(session));
    expect(certificates.of(connection.asHttp2(session))).toBe(first);
    expect(certificates.of(connection.asHttp2({}))).not.toBe(first);
    expect(connection.handshakes).toBe(2);
  });
});
