import type { RequestDigest } from '../../src/flowcontrol/matching.js';
import { parseRequestInfo } from '../../src/request/index.js';

/** A request of a user, as flow control sees it: `GET /api/v1/pods?limit=5`. */
export function requestOf(text: string, user = 'ann', groups: readonly string[] = []): RequestDigest {
  const [method, target] = text.split(' ');
  const { pathname, searchParams } = new URL(target, 'https://x');
  return { user: { name: user, groups }, info: parseRequestInfo(method, pathname, searchParams), query: searchParams };
}
