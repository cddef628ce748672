import type { Decision } from '../authz/index.js';
import type { RequestContext } from '../endpoints/index.js';
import { MASTERS_GROUP, type UserInfo } from '../request/index.js';

/** Carries the verdict on a request and which rule led to it. */
const DECISION_HEADER = 'binnacle-decision';

/**
 * Tells an administrator how a request was decided (`--decision-trace`). `caller` is who was authenticated, so an
 * administrator sees it for those he impersonates, and nobody else learns of roles and bindings.
 */
export function traceDecision({ response }: RequestContext, caller: UserInfo, { verdict, reason }: Decision): void {
  if (!caller.groups.includes(MASTERS_GROUP)) return;
  response.setHeader(DECISION_HEADER, toHeaderValue(reason === '' ? verdict : `${verdict}; ${reason}`));
}

/** Names in reasons may hold any character; header values may not. */
function toHeaderValue(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
