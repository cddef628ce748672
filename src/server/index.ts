export type { ApiServer } from './start/running-server.js';
export { loggerSettings } from './start/logger-settings.js';
export * from './start/start-api-server.js';
export { writeUserKubeconfig } from './certificates/index.js';
