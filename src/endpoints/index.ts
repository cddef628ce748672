export { ApiHandler } from './api-handler.js';
export { EndpointsModule } from './endpoints.module.js';
export type { ApiHandlerOptions } from './resource-request.js';
export { RequestContext } from './request-context.js';
export { negotiatePlain, sendError, sendObject } from './answers/respond.js';
export { MAX_BODY_BYTES, readBody } from './bodies/request-body.js';
