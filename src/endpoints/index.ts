export { AnswerResources } from './answers/answer-resources.js';
export { ApiHandler, isBesideUnstructured } from './api-handler.js';
export { EndpointsModule } from './endpoints.module.js';
export { readBody } from './bodies/request-body.js';
export { RequestContext } from './request-context.js';
export { UNLIMITED } from './request-seat.js';
export { checkRoute, sendError } from './answers/respond.js';
