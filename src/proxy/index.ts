export * from './backends.js';
export * from './destination.js';
export * from './forward-request.js';
export * from './forward-upgrade.js';
export { MAX_HEADER_BYTES } from './limits.js';
export * from './read-text.js';
export * from './translations.js';
export * from './upgrade-response.js';
export { acceptWebSocket, offeredProtocols } from './web-socket.js';
