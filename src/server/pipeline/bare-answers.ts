import type { ServerResponse } from 'node:http';
import { badRequest, internalError } from '../../apimachinery/index.js';

/** Sends the last resort: an internal error in plain JSON, or the end of an answer that has begun. */
export function refuseBare(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  const { status } = internalError('an unexpected condition was met');
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(status)}\n`);
}

/** Rejects a request whose target has no path that can be read. */
export function refuseUrl(response: ServerResponse): void {
  const { status } = badRequest('the path of the request is malformed');
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(status)}\n`);
}
