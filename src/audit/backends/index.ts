export { LogFile } from './log-file.js';
export { type SinkParts, openSink } from './open-sink.js';
