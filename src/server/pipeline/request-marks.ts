import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../endpoints/index.js';

/** Returns the audit id that a client has sent, or a new one. */
export function auditId(request: IncomingMessage): string {
  const sent = request.headers['audit-id'];
  return typeof sent === 'string' && /^[\x21-\x7e]{1,64}$/.test(sent) ? sent : randomUUID();
}

/** Reports whether a request asks to act as another user. */
export function hasImpersonation({ headers }: RequestContext): boolean {
  if (headers['impersonate-user'] !== undefined) return true;
  if (headers['impersonate-group'] !== undefined || headers['impersonate-uid'] !== undefined) return true;
  for (const name in headers) if (name.startsWith('impersonate-extra-')) return true;
  return false;
}
