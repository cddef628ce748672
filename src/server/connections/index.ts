export * from './client-errors.js';
export * from './connection-guard.js';
export * from './http2-limits.js';
export { InsecureListener, insecurePlaces } from './insecure-listener.js';
export {
  type ListenTarget,
  type ListenerCertificates,
  createAdapter,
  insecureFdOf,
  listenOptions,
  portOf,
  renewContext,
  routerOptions,
} from './listener.js';
export { RequestRouting, type RoutingParts } from './request-routing.js';
export { retireListener } from './retire-listener.js';
export { closeAfterAnswer, sendGoaway } from './retired-connection.js';
