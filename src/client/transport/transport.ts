import type { UserInfo } from '../../request/index.js';

/**
 * One request of a client.
 *
 * @public
 * @example
 * const request: ClientRequest = { method: 'GET', path: '/version', timeout: 5_000 };
 */
export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Percent-encoded, without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole response; for its headers where it is read as a stream. */
  readonly timeout: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** The user it is made as; the transport's own where unset. */
  readonly user?: UserInfo;
}

/**
 * A request whose response is read as it arrives.
 *
 * @public
 * @example
 * const ending = new AbortController();
 * const request: ClientStreamRequest = { method: 'GET', path: '/version', timeout: 5_000, silence: 60_000, signal: ending.signal };
 */
export interface ClientStreamRequest extends ClientRequest {
  /** Milliseconds without a byte after which the response fails. */
  readonly silence: number;
  /** Ends the response, whenever it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * The status and headers of a response.
 *
 * @public
 * @example
 * const isWarned = ({ headers }: ClientAnswerHead) => headers.warning !== undefined;
 */
export interface ClientAnswerHead {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * A whole response, whatever its status.
 *
 * @public
 * @example
 * const isEmpty = ({ body }: ClientAnswer) => body === '';
 */
export interface ClientAnswer extends ClientAnswerHead {
  readonly body: string;
}

/**
 * A response whose body is read as it arrives, no faster than it is asked for.
 *
 * @public
 * @example
 * const end = ({ close }: ClientStream) => close();
 */
export interface ClientStream extends ClientAnswerHead {
  /** Fails with OutboundError where it breaks off. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Ends it early. */
  close(): void;
}

/**
 * The way from a client to a server. Responses without a usable status fail with OutboundError, those that are too large
 * or late among them; any status is an answer.
 *
 * @public
 * @example
 * const versionOf = (transport: Transport) => transport.send({ method: 'GET', path: '/version', timeout: 5_000 });
 */
export abstract class Transport {
  /** Sends a request and reads the whole response. */
  abstract send(request: ClientRequest): Promise<ClientAnswer>;

  /** Sends a request and resolves with the headers of the response. */
  abstract stream(request: ClientStreamRequest): Promise<ClientStream>;

  /** Ends streams, lets requests finish, and closes the connections; later requests fail with the fault `canceled`. */
  abstract close(): Promise<void>;
}
