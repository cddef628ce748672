export type { ApiServer } from './start/running-server.js';
export { loggerSettings } from './start/logger-settings.js';
export type { RequestGate } from './pipeline/request-gate.js';
export { Identifiers } from '../registry/index.js';
export type { ObservedRequest, RequestInfo, RequestObserver } from '../request/index.js';
export type { ServerParts } from './start/instruments.js';
export type { ServerGroup } from './start/server-group.js';
export * from './start/start-api-server.js';
export { ensureServerCertificates, writeUserKubeconfig } from './certificates/index.js';
