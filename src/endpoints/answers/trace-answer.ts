import { type MaybePromise, withEnding } from '../../apimachinery/index.js';
import type { RequestContext } from '../request-context.js';

/** Large lists take a while: they are logged from this time on, in milliseconds. */
const SLOW_MS = 5000;

/** Writes the objects of an answer in a span of their serialization, and times it (upstream: responsewriters.SerializeObject). */
export function traceAnswer(
  context: RequestContext,
  mediaType: string,
  write: () => MaybePromise<void>,
): MaybePromise<void> {
  const { span: verb, trail, id, method, path, request } = context;
  trail?.times.beginSerialization();
  verb?.addEvent('About to write a response');
  const span = verb?.start('SerializeObject', {
    'audit-id': id,
    method,
    url: path,
    protocol: `HTTP/${request.httpVersion}`,
    mediaType,
  });
  return withEnding(write, () => {
    trail?.times.endSerialization();
    span?.end(SLOW_MS);
    verb?.addEvent('Writing http response done');
  });
}
