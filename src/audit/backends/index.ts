export { LogFile } from './log-file.js';
export { openSink } from './open-sink.js';
