export { type RecordedSpan, Span, currentSpan } from './span.js';
export type { SpanAttributes } from './span-attributes.js';
export { type OtlpTarget, openTracing } from './open-tracing.js';
export { type ReceivedSpan, Tracing } from './tracing.js';
