import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { ClientRequest } from './transport.js';

/** Returns the request that handlers of the server see. Its body is there as a whole. */
export function inProcessRequest({
  method,
  path,
  query = {},
  headers = {},
  body = '',
}: ClientRequest): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  const search = new URLSearchParams(query).toString();
  request.method = method;
  request.url = search === '' ? path : `${path}?${search}`;
  request.httpVersion = '1.1';
  request.httpVersionMajor = 1;
  request.httpVersionMinor = 1;
  request.headers = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers };
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [name, String(value)]);
  if (body !== '') request.push(body);
  request.push(null);
  request.complete = true;
  return request;
}
