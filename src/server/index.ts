export type { ApiServer } from './start/running-server.js';
export * from './start/start-api-server.js';
export { writeUserKubeconfig } from './certificates/index.js';
