import type { StatusError } from '../../apimachinery/index.js';
import { type AuthorizationAttributes, forbiddenFor } from '../../authz/index.js';
import type { RequestContext } from '../../endpoints/index.js';

/**
 * Returns the 403 of a request that authorization denies, whose answer keeps browsers from guessing its type: the text
 * quotes the request. Refusals by admission and by handlers carry no such header in the reference.
 */
export function deny(context: RequestContext, attributes: AuthorizationAttributes, reason?: string): StatusError {
  if (!context.response.headersSent) context.response.setHeader('x-content-type-options', 'nosniff');
  return forbiddenFor(attributes, reason);
}
