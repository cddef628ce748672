import type { Server } from 'node:http';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { RequestHandler } from './listener.js';

/**
 * Leads every request to the handler. Fastify keeps the server and its connections, but not its place before the
 * handler: the routing and seven hooks of the adapter would cost a request a tenth of its time and do nothing for it.
 */
export class RequestRouting implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly handler: RequestHandler,
  ) {}

  onApplicationBootstrap(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.removeAllListeners('request');
    server.on('request', (request, response) => void this.handler(request, response));
  }
}
