import type { RequestContext } from '../../endpoints/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';

/** Reports whether a connection stays open: those of another protocol are open as long as both ends want, whatever the request is about. */
export function staysOpen({ isLongRunning, response }: Pick<RequestContext, 'isLongRunning' | 'response'>): boolean {
  return isLongRunning || upgradeResponseOf(response) !== undefined;
}
