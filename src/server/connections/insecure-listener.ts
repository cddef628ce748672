import { type Server, createServer } from 'node:http';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { portOf } from './listener.js';
import { retireListener } from './retire-listener.js';
import { type RoutingParts, routeRequests } from './request-routing.js';

/** Where it listens: a port of loopback, 0 for none, or the socket of that port that another process has bound. */
export interface InsecurePlace {
  readonly port: number;
  readonly fd: number | undefined;
}

/** A plain HTTP listener on loopback (`--insecure-port`); without a port there is none. */
export class InsecureListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly place: InsecurePlace,
    private readonly parts: RoutingParts,
  ) {}

  /** Where it listens, when it does. */
  get url(): string | undefined {
    return this.server && `http://127.0.0.1:${portOf(this.server)}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { port, fd } = this.place;
    if (port > 0) this.server = await listen(fd === undefined ? { port, host: '127.0.0.1' } : { fd }, this.make());
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** Takes no new connections, and leads clients elsewhere. */
  retire(): void {
    if (this.server) retireListener(this.server);
  }

  private make(): Server {
    const server = createServer();
    this.parts.guard.watchPlain(server);
    routeRequests(server, this.parts);
    return server;
  }
}

async function listen(place: { port: number; host: string } | { fd: number }, server: Server): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, resolve);
  });
  return server;
}
