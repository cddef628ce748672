import { type Server, createServer } from 'node:http';
import type { ListenOptions } from 'node:net';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ServingOptions } from '../../options/index.js';
import { portOf } from './listener.js';
import { retireListener } from './retire-listener.js';
import { type RoutingParts, routeRequests } from './request-routing.js';

/** Where requests without TLS are taken: a port of loopback, or its socket that another process has bound, or a Unix socket. */
export type InsecurePlace = Pick<ListenOptions, 'port' | 'host' | 'path'> & { readonly fd?: number };

/** Modes that a Unix socket does not get: it is for the user and the group of the process. */
const SOCKET_UMASK = 0o117;

/** Returns the places that the options name; `fd` is the bound socket of the port, where there is one. */
export function insecurePlaces(serving: ServingOptions, fd: number | undefined): InsecurePlace[] {
  const { insecurePort: port, insecureSocket: path } = serving;
  return [
    ...(port > 0 ? [fd === undefined ? { port, host: '127.0.0.1' } : { fd }] : []),
    ...(path === '' ? [] : [{ path }]),
  ];
}

/** Listeners for plain HTTP (`--insecure-port`, `--insecure-socket`); without a place there is none. */
export class InsecureListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly servers: Server[] = [];

  constructor(
    private readonly places: readonly InsecurePlace[],
    private readonly parts: RoutingParts,
  ) {}

  /** The address of the port, where it listens on one. */
  get url(): string | undefined {
    const server = this.servers.find((each) => typeof each.address() === 'object');
    return server && `http://127.0.0.1:${portOf(server)}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const place of this.places) this.servers.push(await listen(place, this.make()));
  }

  onApplicationShutdown(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  /** Takes no new connections, and leads clients elsewhere. */
  retire(): void {
    this.servers.forEach(retireListener);
  }

  private make(): Server {
    const server = createServer();
    this.parts.guard.watchPlain(server);
    routeRequests(server, this.parts);
    return server;
  }
}

async function listen(place: InsecurePlace, server: Server): Promise<Server> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (place.path === undefined) server.listen(place, resolve);
    else listenOnSocket(server, place.path, resolve);
  });
  return server;
}

/** The file of a socket is made before `listen` returns, with the mode that it keeps: no other user can connect meanwhile. */
function listenOnSocket(server: Server, path: string, listening: () => void): void {
  const before = process.umask(SOCKET_UMASK);
  try {
    server.listen({ path }, listening);
  } finally {
    process.umask(before);
  }
}
