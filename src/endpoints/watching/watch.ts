import { type ApiObject, failure } from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import { parseResourceVersion, waitFor } from '../reading/list.js';
import { checkWatchOptions } from '../reading/list-options.js';
import type { RequestContext } from '../request-context.js';
import { type WatchOrder, WatchStream } from './watch-stream.js';

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
