import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers that are read of one request. */
export const MAX_HEADERS = 1000;

/** The part of a request that determines whether it is well-formed. */
export type RequestHead = Pick<IncomingMessage, 'rawHeaders' | 'httpVersionMajor' | 'httpVersionMinor'>;

const HOST = 'host';
/** The characters of host names and addresses (RFC 3986, 3.2.2). */
const VALID_HOST = /^[\w!$%&'()*+,\-.:;=[\]~]*$/;
const BAD_REQUEST = 'Bad Request';

/**
 * Returns the faults of the Host header of a request, as the HTTP server of Go words it in its status line;
 * undefined when nothing is. HTTP/2 has none.
 */
export function hostFault({ rawHeaders, httpVersionMajor, httpVersionMinor }: RequestHead): string | undefined {
  if (httpVersionMajor !== 1) return undefined;
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name.length !== HOST.length || name.toLowerCase() !== HOST) continue;
    if (host !== undefined) return BAD_REQUEST;
    host = rawHeaders[i + 1];
  }
  if (host === undefined) return httpVersionMinor === 0 ? undefined : `${BAD_REQUEST}: missing required Host header`;
  return VALID_HOST.test(host) ? undefined : `${BAD_REQUEST}: malformed Host header`;
}

/** Responds with 400 in plain text, and ends the connection. */
export function refuseHost(response: ServerResponse, fault: string): void {
  response.writeHead(400, fault, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`400 ${fault}`);
}
