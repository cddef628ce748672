import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Clock } from '../observability/index.js';
import type { OutboundMetrics } from './outbound-metrics.js';
import type { Environment } from './proxy-rules.js';

/** The limits of connections to one server. */
export interface TransportLimits {
  /** Connections at a time; what is beyond waits. */
  readonly maxConnections: number;
  /** Over HTTP/1.1, connections at a time for responses that are read as they arrive, which do not count among the others. */
  readonly maxStreamConnections: number;
  /** The largest answer that is read whole, in bytes. */
  readonly maxAnswerBytes: number;
  /** Milliseconds in which a connection has to be made. */
  readonly connectTimeout: number;
}

/** The parameters of a carrier. */
export interface CarrierParts {
  readonly limits: TransportLimits;
  readonly environment: Environment;
  readonly metrics: OutboundMetrics;
  readonly clock: Clock;
}

/** A request as it is sent. */
export interface CarriedRequest {
  /** Of the server: scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | undefined;
  /** Ends the request, and its response. */
  readonly signal: AbortSignal;
}

/** A whole response. */
export interface CarriedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A response whose body is read as it arrives; destroying the body ends it. */
export interface CarriedStream extends Pick<CarriedAnswer, 'status' | 'headers'> {
  readonly body: Readable;
}

/** The connections to one server. Failures are those of the library, or OutboundError. */
export interface Carrier {
  send(request: CarriedRequest): Promise<CarriedAnswer>;
  /** Resolves with the headers; the body fails after `silence` milliseconds without a byte. */
  open(request: CarriedRequest, silence: number): Promise<CarriedStream>;
  /** Closes the connections once what runs on them has ended. */
  close(): Promise<void>;
}
