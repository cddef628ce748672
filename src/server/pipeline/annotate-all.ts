import type { RequestContext } from '../../endpoints/index.js';

/** Adds annotations to the audit event of a request. */
export function annotateAll(
  context: Pick<RequestContext, 'annotate'>,
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  for (const key in annotations) context.annotate(key, annotations[key]);
}
