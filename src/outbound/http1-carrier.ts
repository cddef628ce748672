import type { TLSSocket } from 'node:tls';
import type { Dispatcher, buildConnector } from 'undici';
import { AwaitedRequests } from './awaited-requests.js';
import type { CarriedAnswer, CarriedRequest, CarriedStream, Carrier, CarrierParts } from './carrier.js';
import type { Route } from './connection.js';
import { OpenSockets } from './open-sockets.js';
import { proxyFromEnvironment } from './proxy-rules.js';
import { tlsOptions } from './tls-options.js';
import { withSignal } from './with-signal.js';

/**
 * Requests over HTTP/1.1, on connections that are used again. Responses that are read as they arrive have connections of
 * their own, so that calls never wait for the end of a watch. The library is loaded with the first request.
 */
export class Http1Carrier implements Carrier {
  /** A connection that is there already, for the next request that needs one. */
  spare: TLSSocket | undefined;
  private calls: Promise<Dispatcher> | undefined;
  private streams: Promise<Dispatcher> | undefined;
  /** Those that have no whole answer yet. */
  private readonly underWay = new AwaitedRequests();
  private readonly sockets = new OpenSockets();

  constructor(
    private readonly route: Route,
    private readonly parts: CarrierParts,
  ) {}

  async send(request: CarriedRequest): Promise<CarriedAnswer> {
    const { maxConnections: connections, maxAnswerBytes: maxResponseSize } = this.parts.limits;
    const dispatcher = await (this.calls ??= this.dispatcher({ connections, maxResponseSize }));
    return this.underWay.wait(request.signal, wholeAnswer(dispatcher.request(request)));
  }

  async open(request: CarriedRequest, silence: number): Promise<CarriedStream> {
    const { maxStreamConnections: connections } = this.parts.limits;
    const dispatcher = await (this.streams ??= this.dispatcher({ connections, maxResponseSize: -1 }));
    // Until the end of the body, so that closing waits for it.
    this.underWay.enter();
    try {
      const answer = dispatcher.request({ ...request, bodyTimeout: silence });
      const { statusCode, headers, body } = await withSignal(request.signal, answer);
      body.once('close', () => this.underWay.leave());
      return { status: statusCode, headers, body };
    } catch (error) {
      this.underWay.leave();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.spare?.destroy();
    const dispatchers = await Promise.all([this.calls, this.streams].filter((dispatcher) => dispatcher !== undefined));
    const closed = dispatchers.map((dispatcher) => dispatcher.close());
    await this.underWay.none();
    // The library would wait for a connection that is being made for no request any more.
    this.sockets.destroy();
    await Promise.all(closed);
  }

  private async dispatcher(limits: { connections: number; maxResponseSize: number }): Promise<Dispatcher> {
    const { Agent, Pool, ProxyAgent, buildConnector } = await import('undici');
    const { environment, metrics, limits: all } = this.parts;
    const { server, tls, proxyUrl } = this.route;
    const proxy = proxyUrl || proxyFromEnvironment(server, environment);
    const timeout = all.connectTimeout;
    const options = { ...tlsOptions(tls, metrics), timeout };
    if (proxy === undefined) {
      return new Agent({ ...limits, connect: this.sparing(this.sockets.of(buildConnector(options))) });
    }
    // As everywhere, only encrypted requests go through a tunnel.
    const proxyTunnel = server.startsWith('https:');
    const clientFactory = (origin: URL, { connect }: { connect?: buildConnector.connector }): Dispatcher =>
      new Pool(origin, { connect: connect && this.sockets.of(connect) });
    return new ProxyAgent({
      ...limits,
      uri: proxy,
      proxyTunnel,
      requestTls: options,
      proxyTls: { timeout },
      clientFactory,
    });
  }

  private sparing(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      const { spare } = this;
      this.spare = undefined;
      // The library does not expect a connection before it has asked for one.
      if (spare && !spare.destroyed) process.nextTick(callback, null, spare);
      else connect(options, callback);
    };
  }
}

async function wholeAnswer(begun: Promise<Dispatcher.ResponseData>): Promise<CarriedAnswer> {
  const { statusCode, headers, body } = await begun;
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}
