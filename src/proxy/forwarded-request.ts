import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A request to forward, and its response. */
export interface ForwardedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path, percent-decoded, at which the client has found it. */
  readonly path: string;
  /** Starts the answer. */
  writeHead(status: number, headers: OutgoingHttpHeaders): void;
  /** Returns the signal that is aborted when the client is gone; made for upgrades only. */
  signal(): AbortSignal;
  /** Headers of the forwarded request that are not the client's; they replace those of the same names. */
  readonly ownHeaders?: OutgoingHttpHeaders;
  /** True if redirects are not forwarded: 502. */
  readonly rejectsRedirects?: boolean;
  /** Milliseconds in which the whole answer has to come; no limit when not given. */
  readonly timeout?: number;
}

/** Adds the headers that replace the client's to those to send. */
export function sentHeaders(headers: OutgoingHttpHeaders, { ownHeaders }: ForwardedRequest): OutgoingHttpHeaders {
  return ownHeaders ? Object.assign(headers, ownHeaders) : headers;
}
