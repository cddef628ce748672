import type { StreamSerializer } from '../../codecs/index.js';
import { upgradeResponseOf } from '../../proxy/index.js';
import type { RequestContext } from '../request-context.js';
import { AnswerChannel } from './answer-channel.js';
import type { EventChannel } from './event-channel.js';
import { WebSocketChannel } from './web-socket-channel.js';

/** Returns the channel that a request for a watch asks for. Throws StatusError for a WebSocket that cannot be had. */
export function channelOf(context: RequestContext, stream: StreamSerializer): EventChannel {
  const response = upgradeResponseOf(context.response);
  return response ? new WebSocketChannel(context, { response, stream }) : new AnswerChannel(context, stream.mediaType);
}
