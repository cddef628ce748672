export { ApiHandler } from './api-handler.js';
export type { ApiHandlerOptions } from './resource-request.js';
export { RequestContext } from './request-context.js';
export { writeObject } from './representation.js';
export { negotiatePlain, sendError, sendObject } from './respond.js';
export { MAX_BODY_BYTES, readBody } from './request-body.js';
