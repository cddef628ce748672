import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ChannelTranslation, endWithError } from './channel-translation.js';
import type { Destination } from './destination.js';
import { type Translation, type UpgradedRequest, joinStreams } from './forward-upgrade.js';
import { acceptWebSocket, webSocketProtocols } from './web-socket.js';

/** How a connection is spoken over: streams of a container, each a `channel`, or `ports` of a pod. */
export type Dialect = 'channels' | 'ports';

/** The enabled WebSocket features for kubelets, which support SPDY. */
export interface TranslationFeatures {
  /** True if streams of containers are translated (`TranslateStreamCloseWebsocketRequests`). */
  readonly ofChannels: boolean;
  /** True if SPDY is taken out of WebSockets for ports (`PortForwardWebsockets`). */
  readonly ofPorts: boolean;
}

const CHANNEL_PROTOCOL = 'v5.channel.k8s.io';
const TUNNEL_PREFIX = 'SPDY/3.1+';

/** Returns the translation of a request for a kubelet; undefined if it is forwarded unchanged. */
export function translationOf(
  request: IncomingMessage,
  { query }: Destination,
  { dialect, features }: { dialect: Dialect | undefined; features: TranslationFeatures },
): Translation | undefined {
  const protocols = webSocketProtocols(request);
  if (dialect === 'channels' && features.ofChannels && protocols.includes(CHANNEL_PROTOCOL)) return channels(query);
  const tunnels = protocols.filter((protocol) => protocol.startsWith(TUNNEL_PREFIX) && protocol.endsWith('.k8s.io'));
  return dialect === 'ports' && features.ofPorts && tunnels.length > 0 ? ports(tunnels) : undefined;
}

/** The headers by which SPDY is asked for in place of a WebSocket. */
function spdyHeaders(protocol: string | readonly string[]): Translation['headers'] {
  return {
    connection: 'Upgrade',
    upgrade: 'SPDY/3.1',
    'x-stream-protocol-version': protocol,
    'sec-websocket-protocol': undefined,
    'sec-websocket-key': undefined,
    'sec-websocket-version': undefined,
    'sec-websocket-extensions': undefined,
  };
}

function channels(query: string): Translation {
  return {
    headers: spdyHeaders('v4.channel.k8s.io'),
    join: async (client, kubelet) => {
      const socket = await accept(client, kubelet, CHANNEL_PROTOCOL);
      if (socket) await new ChannelTranslation(socket, kubelet, query).run();
    },
    fail: async ({ request, response }, error) => {
      const socket = await acceptWebSocket(request, response, CHANNEL_PROTOCOL);
      await endWithError(socket, error);
    },
  };
}

/** The kubelet chooses among the protocols that are tunnelled; without a choice there is no subprotocol. */
function ports(tunnels: readonly string[]): Translation {
  return {
    headers: spdyHeaders(tunnels.map((tunnel) => tunnel.slice(TUNNEL_PREFIX.length))),
    join: async (client, kubelet, { headers }) => {
      const { createWebSocketStream } = await import('ws');
      const chosen = `${TUNNEL_PREFIX}${String(headers['x-stream-protocol-version'] ?? '').trim()}`;
      const socket = await accept(client, kubelet, tunnels.includes(chosen) ? chosen : undefined);
      if (socket) await joinStreams(createWebSocketStream(socket), kubelet);
    },
  };
}

/** The client's WebSocket; undefined, with both connections ended, where there comes none about. */
async function accept(
  { request, response }: UpgradedRequest,
  kubelet: Duplex,
  protocol: string | undefined,
): Promise<WebSocket | undefined> {
  try {
    return await acceptWebSocket(request, response, protocol);
  } catch {
    kubelet.destroy();
    return undefined;
  }
}
