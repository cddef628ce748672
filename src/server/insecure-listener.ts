import { type Server, createServer } from 'node:http';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { MAX_HEADER_BYTES, type RequestHandler, portOf } from './listener.js';

/** A plain HTTP listener on loopback (`--insecure-port`); without a port there is none. */
export class InsecureListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly port: number,
    private readonly handler: RequestHandler,
  ) {}

  /** Where it listens, when it does. */
  get url(): string | undefined {
    return this.server && `http://127.0.0.1:${portOf(this.server)}`;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.port > 0) this.server = await listen(this.port, this.handler);
  }

  onApplicationShutdown(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}

async function listen(port: number, handler: RequestHandler): Promise<Server> {
  const server = createServer(
    { maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => void handler(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
