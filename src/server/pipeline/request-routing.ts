import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { UpgradeResponse } from '../../proxy/index.js';
import { type ConnectionGuard, whenAnswered } from '../connections/index.js';
import { declineUpgrade, wantsConnection } from '../connections/declined-upgrade.js';
import type { RequestHandler } from '../connections/listener.js';

/**
 * Leads every request to the handler. Fastify keeps the server and closes it, but has no place before the handler: the
 * routing and seven hooks of the adapter would cost a request a tenth of its time and do nothing for it.
 */
export class RequestRouting implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly handler: RequestHandler,
    private readonly guard: ConnectionGuard,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server & Http2SecureServer;
    this.guard.watchSecure(server);
    server.removeAllListeners('request');
    leadRequests(server, this.handler);
  }
}

/** Routes the requests of a server to a handler, including those that wait for 100 Continue. */
export function leadRequests(server: Pick<Server, 'on' | 'emit'>, handler: RequestHandler): void {
  const lead = (request: IncomingMessage, response: ServerResponse): void => void handler(request, response);
  server.on('request', lead);
  server.on('checkContinue', lead);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upgraded = { request, socket: socket as Socket, head };
    // A request may be pipelined behind others, whose responses come first.
    void whenAnswered(upgraded.socket).then(() => {
      if (socket.destroyed || socket.writableEnded) return;
      if (!wantsConnection(request)) declineUpgrade(server, upgraded);
      else lead(request, new UpgradeResponse(request, upgraded.socket, head));
    });
  });
}
