import { type ApiObject, failure } from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { Representation } from '../answers/representation.js';
import { parseResourceVersion, waitFor } from '../reading/list.js';
import { type ListOptionsQuery, checkWatchOptions } from '../reading/list-options.js';
import type { RequestContext } from '../request-context.js';
import { WatchStream } from './watch-stream.js';

/** What is watched, and how it is shown. */
export interface WatchOrder {
  /** Empty for all namespaces, and for kinds that have none. */
  readonly namespace: string;
  readonly options: ListOptionsQuery;
  readonly representation: Representation;
  /** A watch that names no timeout ends after a time between one and two of these. */
  readonly minRequestTimeoutSeconds: number;
}

/** Streams the changes of a collection until the client leaves, the time is up or it loses its place. */
export async function serveWatch(context: RequestContext, resource: ServedResource, order: WatchOrder): Promise<void> {
  const { options, representation } = order;
  checkWatchOptions(options);
  representation.checkInclude();
  const since = parseResourceVersion(options.resourceVersion);
  if ((options.timeoutMs ?? 0) < 0) return serveLateWatch(context, order);
  if (options.resourceVersion === '') await waitFor(resource, undefined);
  else await waitFor(resource, options.match === 'NotOlderThan' ? since : 0);
  await new WatchStream(context, resource, order).run(since);
}

/** A watch whose time was up before it began. The newest state cannot be asked for any more, and that is an event. */
async function serveLateWatch(context: RequestContext, { options, representation }: WatchOrder): Promise<void> {
  context.writeHead(200, { 'content-type': representation.watchContentType });
  if (options.resourceVersion === '') {
    const { status } = failure(500, 'context deadline exceeded', { reason: 'InternalError' });
    context.write(await representation.frame('ERROR', status as unknown as ApiObject));
  }
  context.response.end();
}
