import { type Server, createServer } from 'node:http';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { portOf } from './listener.js';
import { type RoutingParts, leadRequests } from '../pipeline/request-routing.js';

/** A plain HTTP listener on loopback (`--insecure-port`); without a port there is none. */
export class InsecureListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly port: number,
    private readonly parts: RoutingParts,
  ) {}

  /** Where it listens, when it does. */
  get url(): string | undefined {
    return this.server && `http://127.0.0.1:${portOf(this.server)}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.port > 0) this.server = await listen(this.port, this.make());
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private make(): Server {
    const server = createServer();
    this.parts.guard.watchPlain(server);
    leadRequests(server, this.parts);
    return server;
  }
}

async function listen(port: number, server: Server): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
