export { type SinkParts, openSink } from './open-sink.js';
