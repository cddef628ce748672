export * from './start-api-server.js';
