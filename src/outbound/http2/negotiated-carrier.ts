import type { TLSSocket } from 'node:tls';
import { AwaitedRequests } from '../awaited-requests.js';
import type { CarriedAnswer, CarriedRequest, CarriedStream, Carrier, CarrierParts } from '../carrier.js';
import type { Route } from '../connection.js';
import { Http1Carrier } from '../http1-carrier.js';
import { OutboundError } from '../outbound-error.js';
import { dial } from './dial.js';
import { Http2Carrier } from './http2-carrier.js';

/**
 * Requests over HTTP/2 where the server takes it, and else over HTTP/1.1: the first connection shows which, and is used. A
 * server that takes HTTP/2 no longer is asked again.
 */
export class NegotiatedCarrier implements Carrier {
  private readonly http1: Http1Carrier;
  private readonly http2: Http2Carrier;
  private choice: Promise<Carrier> | undefined;
  private first: TLSSocket | undefined;
  /** Those that wait for the first connection. */
  private readonly choosing = new AwaitedRequests();
  private readonly givenUp = new AbortController();

  constructor(
    private readonly route: Route,
    private readonly parts: CarrierParts,
  ) {
    this.http1 = new Http1Carrier(route, parts);
    this.http2 = new Http2Carrier(new URL(route.server).origin, (signal) => this.another(signal), parts);
  }

  async send(request: CarriedRequest): Promise<CarriedAnswer> {
    return (await this.choosing.wait(request.signal, this.chosen())).send(request);
  }

  async open(request: CarriedRequest, silence: number): Promise<CarriedStream> {
    return (await this.choosing.wait(request.signal, this.chosen())).open(request, silence);
  }

  async close(): Promise<void> {
    await this.choosing.none();
    this.givenUp.abort(new OutboundError('canceled', 'the connections are closed'));
    await this.choice?.catch(() => {});
    this.first?.destroy();
    await Promise.all([this.http1.close(), this.http2.close()]);
  }

  private chosen(): Promise<Carrier> {
    return (this.choice ??= this.choose());
  }

  private async choose(): Promise<Carrier> {
    try {
      const { signal } = this.givenUp;
      const socket = await dial(this.route, ['h2', 'http/1.1'], { ...this.parts, signal });
      if (socket.alpnProtocol === 'h2') {
        this.first = socket;
        return this.http2;
      }
      this.http1.spare = socket;
      return this.http1;
    } catch (error) {
      this.choice = undefined;
      throw error;
    }
  }

  private async another(signal: AbortSignal): Promise<TLSSocket> {
    const { first } = this;
    this.first = undefined;
    if (first && !first.destroyed) return first;
    try {
      return await dialHttp2(this.route, { ...this.parts, signal });
    } catch (error) {
      this.choice = undefined;
      throw error;
    }
  }
}

/** Creates a connection of HTTP/2. Fails as `dial`, and for servers that do not take it. */
export async function dialHttp2(route: Route, parts: Parameters<typeof dial>[2]): Promise<TLSSocket> {
  const socket = await dial(route, ['h2'], parts);
  if (socket.alpnProtocol === 'h2') return socket;
  socket.destroy();
  throw new OutboundError('reset', 'the server does not take HTTP/2');
}
