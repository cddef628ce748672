import { once } from 'node:events';
import { type Socket, createServer, connect } from 'node:net';

/** A relay to a server whose connections a test can cut. */
export interface CutProxy {
  readonly url: string;
  /** Breaks all connections, as a failing network does. */
  cut(): void;
  /** Passes nothing on any more, as a network that drops packets: connections stay open. */
  stall(): void;
  /** Connections so far. */
  readonly accepted: number;
  close(): Promise<void>;
}

/** Relays connections to the server of a URL, without looking into them. */
export async function startCutProxy(target: string): Promise<CutProxy> {
  const { hostname, port, protocol } = new URL(target);
  const sockets = new Set<Socket>();
  let accepted = 0;
  const server = createServer((near) => {
    accepted++;
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
    stall: () => sockets.forEach((socket) => socket.unpipe().pause()),
    get accepted() {
      return accepted;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
