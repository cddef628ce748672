export { BufferedSink } from './buffered-sink.js';
export { LogBackend } from './log-backend.js';
export { LogFile } from './log-file.js';
export { openSink } from './open-sink.js';
export { outputOf } from './rotated-file.js';
export { WebhookBackend } from './webhook-backend.js';
