import { once } from 'node:events';
import { type Socket, createServer, connect } from 'node:net';

/** A relay to a server whose connections a test can cut. */
export interface CutProxy {
  readonly url: string;
  /** Breaks all connections, as a failing network does. */
  cut(): void;
  close(): Promise<void>;
}

/** Relays connections to the server of a URL, without looking into them. */
export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port, protocol } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as { port: number };
  const cut = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: `${protocol}//127.0.0.1:${address.port}`,
    cut,
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
