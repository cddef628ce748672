import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { UpgradeResponse } from '../../proxy/index.js';
import type { ConnectionGuard } from './connection-guard.js';
import { type IsDelegated, declineUpgrade, hasBody, wantsConnection } from './declined-upgrade.js';
import { whenAnswered } from './http1-socket.js';
import type { RequestHandler } from './listener.js';

/** How the requests of a listener are handled. */
export interface RoutingParts {
  readonly handler: RequestHandler;
  readonly guard: ConnectionGuard;
  readonly isDelegated: IsDelegated;
}

/**
 * Routes every request to the handler. Fastify keeps the server and closes it, but has no place before the handler: the
 * routing and seven hooks of the adapter would cost a request a tenth of its time and do nothing for it.
 */
export class RequestRouting implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly parts: RoutingParts,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server & Http2SecureServer;
    this.parts.guard.watchSecure(server);
    server.removeAllListeners('request');
    routeRequests(server, this.parts);
  }
}

/**
 * The question that Node 24.9 and later ask before they give up a connection. Node 26 hands over no socket where a body follows.
 * Only such requests are kept from it: Node loses what is pipelined behind one.
 */
interface UpgradeDecision {
  shouldUpgradeCallback?(request: IncomingMessage): boolean;
}

/** Routes the requests of a server to a handler, including those that wait for 100 Continue. */
export function routeRequests(
  server: Pick<Server, 'on' | 'emit'>,
  { handler, isDelegated }: Omit<RoutingParts, 'guard'>,
): void {
  const lead = (request: IncomingMessage, response: ServerResponse): void => void handler(request, response);
  server.on('request', lead);
  server.on('checkContinue', lead);
  (server as UpgradeDecision).shouldUpgradeCallback = (request) => !hasBody(request);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upgraded = { request, socket: socket as Socket, head };
    // A request may be pipelined behind others, whose responses come first.
    void whenAnswered(upgraded.socket).then(() => {
      if (socket.destroyed || socket.writableEnded) return;
      if (!wantsConnection(request, isDelegated)) declineUpgrade(server, upgraded);
      else lead(request, new UpgradeResponse(request, upgraded.socket, head));
    });
  });
}
