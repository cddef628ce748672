import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as SocketServer } from 'node:net';

/**
 * Stops a server from accepting connections, and ends those of HTTP/1.1 with their next response. Those that stay are
 * ended when the server is closed, which waits for them then.
 */
export function retireListener(server: Server): void {
  const closeIdle = server.close.bind(server);
  // A server of HTTP would end idle connections at once: a request may be in transit on each of them.
  const closed = new Promise<Error | undefined>((resolve) => SocketServer.prototype.close.call(server, resolve));
  // Node does not close a server twice, and who closes it later wants to know when its connections have ended.
  server.close = (callback) => {
    void closed.then(callback);
    return closeIdle(() => {});
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.httpVersionMajor === 1) response.setHeader('connection', 'close');
  });
}
