import { type ApiObject, type StatusError, failure, hasReason } from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { Representation } from '../answers/representation.js';
import { parseResourceVersion, waitFor } from '../reading/resource-version.js';
import type { RequestContext } from '../request-context.js';
import { channelOf } from './channel-of.js';
import type { EventChannel } from './event-channel.js';
import { type WatchOrder, WatchStream } from './watch-stream.js';

/** Streams the changes of a collection until the client leaves, the time is up or it loses its place. */
export async function serveWatch(
  context: RequestContext,
  resource: StoredResource,
  wanted: Omit<WatchOrder, 'channel'>,
): Promise<void> {
  const { options, representation } = wanted;
  representation.checkInclude();
  const order = { ...wanted, channel: channelOf(context, representation.serializer.stream) };
  const since = parseResourceVersion(options.resourceVersion);
  if ((options.timeoutMs ?? 0) < 0) return serveLateWatch(order);
  if (options.resourceVersion === '') await waitFor(resource, undefined);
  else {
    const fault = await waitForStart(resource, options.sendInitialEvents ? since : 0, options.resourceVersion);
    if (fault) return serveFailure(order, fault);
  }
  await new WatchStream(context, resource, order).run(since);
}

/** Waits until initial events can be sent. That they cannot because their version is to come is an event itself. */
async function waitForStart(
  resource: StoredResource,
  revision: number,
  sent: string,
): Promise<StatusError | undefined> {
  try {
    await waitFor(resource, revision, sent);
    return undefined;
  } catch (error) {
    if (hasReason(error, 'Timeout')) return error;
    throw error;
  }
}

/** A watch that starts, reports its error, and ends. */
async function serveFailure({ channel, representation }: ShortWatch, fault: StatusError): Promise<void> {
  const frame = await representation.frame('ERROR', fault.status as unknown as ApiObject);
  await channel.open();
  channel.send(frame);
  await channel.end();
}

/** The dependencies of a watch that ends immediately. */
interface ShortWatch {
  readonly channel: EventChannel;
  readonly representation: Representation;
}

/** A watch whose time was up before it began. The newest state cannot be asked for any more, and that is an event. */
async function serveLateWatch(order: WatchOrder): Promise<void> {
  const { options, channel } = order;
  if (options.resourceVersion === '') {
    return serveFailure(order, failure(500, 'context deadline exceeded', { reason: 'InternalError' }));
  }
  await channel.open();
  await channel.end();
}
