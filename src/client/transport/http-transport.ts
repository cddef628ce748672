import type { UserInfo } from '../../request/index.js';
import { type ConnectionSource, OutboundClient, OutboundError, type OutboundParts } from '../../outbound/index.js';
import {
  type ClientAnswer,
  type ClientRequest,
  type ClientStream,
  type ClientStreamRequest,
  Transport,
} from './transport.js';

/** How a client reaches a server over HTTP. */
export interface HttpTransportSettings extends Pick<OutboundParts, 'clock' | 'metrics' | 'httpVersion'> {
  /** The largest response that is read whole, in bytes. */
  readonly maxAnswerBytes: number;
}

/** Over HTTP/1.1, watches have no more connections than these at a time; what is beyond waits. */
const MAX_WATCHES = 1024;

/** Requests over HTTP/2, or over HTTP/1.1 on connections that are used again. */
export class HttpTransport extends Transport {
  private readonly requests: OutboundClient;
  private readonly open = new Set<ClientStream>();
  private isClosed = false;

  constructor(
    private readonly source: ConnectionSource,
    { maxAnswerBytes, ...parts }: HttpTransportSettings,
  ) {
    super();
    const limits = { maxAnswerBytes, maxStreamConnections: MAX_WATCHES };
    this.requests = new OutboundClient(source, { ...parts, limits });
  }

  async send(request: ClientRequest): Promise<ClientAnswer> {
    const { status, headers, body } = await this.requests.send({ ...request, ...(await this.headersOf(request)) });
    return { status, headers, body: body.toString('utf8') };
  }

  async stream(request: ClientStreamRequest): Promise<ClientStream> {
    const { status, headers, body } = await this.requests.stream({ ...request, ...(await this.headersOf(request)) });
    const stream = { status, headers, chunks: chunksOf(body), close: () => void body.on('error', () => {}).destroy() };
    this.open.add(stream);
    body.once('close', () => this.open.delete(stream));
    if (this.isClosed) stream.close();
    return stream;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const stream of this.open) stream.close();
    await this.requests.close();
  }

  /** Fails once it is closed: the library would connect again. */
  private async headersOf({ headers, user }: ClientRequest): Promise<{ headers: Record<string, string | string[]> }> {
    if (this.isClosed) throw new OutboundError('canceled', 'the client is closed');
    if (user === undefined) return { headers: { ...headers } };
    const { headers: own } = await this.source.current();
    if ('impersonate-user' in own) {
      throw new OutboundError('credentials', 'the credentials impersonate a user already');
    }
    return { headers: { ...headers, ...impersonationOf(user) } };
  }
}

/** The chunks of a body; its failures as OutboundError. */
async function* chunksOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw OutboundError.from(error);
  }
}

function impersonationOf({ name, uid, groups, extra = {} }: UserInfo): Record<string, string | string[]> {
  return {
    'impersonate-user': name,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${encodeURIComponent(key)}`, [...values]]),
    ),
  };
}
