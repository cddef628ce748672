import type { MaybePromise } from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';

/**
 * Called with every request whose caller is known, before it is limited and authorized. `proceed` continues with the gates
 * after it; a StatusError that is thrown becomes the answer.
 */
export type RequestGate = (context: RequestContext, proceed: () => MaybePromise<void>) => MaybePromise<void>;
