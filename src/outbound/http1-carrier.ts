import type { TLSSocket } from 'node:tls';
import type { Dispatcher, buildConnector } from 'undici';
import type { CarriedAnswer, CarriedRequest, CarriedStream, Carrier, CarrierParts } from './carrier.js';
import type { Route } from './connection.js';
import { proxyFromEnvironment } from './proxy-rules.js';
import { tlsOptions } from './tls-options.js';

/**
 * Requests over HTTP/1.1, on connections that are used again. Responses that are read as they arrive have connections of
 * their own, so that calls never wait for the end of a watch. The library is loaded with the first request.
 */
export class Http1Carrier implements Carrier {
  /** A connection that is there already, for the next request that needs one. */
  spare: TLSSocket | undefined;
  private calls: Promise<Dispatcher> | undefined;
  private streams: Promise<Dispatcher> | undefined;

  constructor(
    private readonly route: Route,
    private readonly parts: CarrierParts,
  ) {}

  async send(request: CarriedRequest): Promise<CarriedAnswer> {
    const { maxConnections: connections, maxAnswerBytes: maxResponseSize } = this.parts.limits;
    const dispatcher = await (this.calls ??= this.dispatcher({ connections, maxResponseSize }));
    const { statusCode, headers, body } = await dispatcher.request(request);
    return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
  }

  async open(request: CarriedRequest, silence: number): Promise<CarriedStream> {
    const { maxStreamConnections: connections } = this.parts.limits;
    const dispatcher = await (this.streams ??= this.dispatcher({ connections, maxResponseSize: -1 }));
    const { statusCode, headers, body } = await dispatcher.request({ ...request, bodyTimeout: silence });
    return { status: statusCode, headers, body };
  }

  async close(): Promise<void> {
    this.spare?.destroy();
    await Promise.all([this.calls, this.streams].map(async (dispatcher) => (await dispatcher)?.close()));
  }

  private async dispatcher(limits: { connections: number; maxResponseSize: number }): Promise<Dispatcher> {
    const { Agent, ProxyAgent, buildConnector } = await import('undici');
    const { environment, metrics, limits: all } = this.parts;
    const { server, tls, proxyUrl } = this.route;
    const proxy = proxyUrl || proxyFromEnvironment(server, environment);
    const options = { ...tlsOptions(tls, metrics), timeout: all.connectTimeout };
    if (proxy === undefined) return new Agent({ ...limits, connect: this.sparing(buildConnector(options)) });
    // As everywhere, only encrypted requests go through a tunnel.
    const proxyTunnel = server.startsWith('https:');
    const proxyTls = { timeout: all.connectTimeout };
    return new ProxyAgent({ ...limits, uri: proxy, proxyTunnel, requestTls: options, proxyTls });
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
