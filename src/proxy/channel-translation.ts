import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type StatusError, internalError } from '../apimachinery/index.js';
import { SpdySession } from './spdy-session.js';

/** Channels of the subprotocol `v5.channel.k8s.io`: the first byte of each message. */
const CHANNELS = ['stdin', 'stdout', 'stderr', 'error', 'resize'] as const;
const ERROR_CHANNEL = 3;
/** A message of this channel ends the one whose number it holds. */
const CLOSE_CHANNEL = 255;

/** Kubelets call what is connected so, in the query of what they are asked. */
const ASKED: Readonly<Record<string, (query: URLSearchParams) => boolean>> = {
  error: () => true,
  stdin: (query) => query.has('input'),
  stdout: (query) => query.has('output'),
  stderr: (query) => query.has('error') && !query.has('tty'),
  resize: (query) => query.has('tty'),
};

/** Bytes that may wait for a client before its kubelet is read no further. */
const MAX_WAITING = 1 << 20;
/** Maximum number of bytes of a command's exit status. */
const MAX_STATUS_BYTES = 64 * 1024;

const NORMAL = 1000;
const SUCCESS = '{"metadata":{},"status":"Success"}';

/**
 * Joins a WebSocket client that uses channels with a kubelet that uses SPDY streams (upstream:
 * StreamTranslatorHandler). The exit status of the command is the last message to the client.
 */
export class ChannelTranslation {
  /** By the number of the stream: that of the channel. */
  private readonly channels = new Map<number, number>();
  private readonly streams = new Map<number, number>();
  private readonly open = new Set<number>();
  private readonly session: SpdySession;
  private status = '';

  constructor(
    private readonly client: WebSocket,
    private readonly kubelet: Duplex,
    query: string,
  ) {
    this.session = new SpdySession(kubelet, {
      onData: (stream, chunk) => this.fromKubelet(stream, chunk),
      onEnd: (stream) => this.ended(stream),
    });
    const asked = new URLSearchParams(query);
    for (const name of ['error', ...CHANNELS.filter((each) => each !== 'error')]) {
      if (ASKED[name](asked)) this.openStream(name);
    }
    // The first message informs the client that it is connected.
    client.send(Buffer.from([this.streams.has(1) ? 1 : this.streams.has(2) ? 2 : ERROR_CHANNEL]));
  }

  /** Resolves when both connections have ended. */
  run(): Promise<void> {
    const { client, kubelet } = this;
    client.on('message', (data) => this.fromClient(data as Buffer));
    client.on('error', () => kubelet.destroy());
    client.on('close', () => kubelet.destroy());
    kubelet.on('drain', () => client.resume());
    kubelet.on('error', () => kubelet.destroy());
    return new Promise((resolve) => {
      kubelet.once('close', () => {
        this.finish();
        if (client.readyState === client.CLOSED) resolve();
        else client.once('close', () => resolve());
      });
    });
  }

  private openStream(name: string): void {
    const channel = CHANNELS.indexOf(name as (typeof CHANNELS)[number]);
    const stream = this.session.open({ streamtype: name });
    this.channels.set(stream, channel);
    this.streams.set(channel, stream);
    if (name !== 'stdin' && name !== 'resize') this.open.add(stream);
  }

  private fromClient(data: Buffer): void {
    const [channel] = data;
    if (channel === CLOSE_CHANNEL) return this.endChannel(data[1]);
    const stream = this.streams.get(channel);
    const isOfClient = channel === 0 || channel === CHANNELS.indexOf('resize');
    if (stream === undefined || !isOfClient || data.length < 2) return;
    if (!this.session.write(stream, data.subarray(1))) this.client.pause();
  }

  private endChannel(channel: number): void {
    const stream = this.streams.get(channel);
    if (stream !== undefined && channel === 0) this.session.end(stream);
  }

  private fromKubelet(stream: number, chunk: Buffer): void {
    const channel = this.channels.get(stream);
    if (channel === undefined) return;
    if (channel === ERROR_CHANNEL) {
      this.status = (this.status + chunk.toString('utf8')).slice(0, MAX_STATUS_BYTES);
      return;
    }
    this.client.send(Buffer.concat([Buffer.from([channel]), chunk]), () => {
      if (this.client.bufferedAmount < MAX_WAITING) this.kubelet.resume();
    });
    if (this.client.bufferedAmount > MAX_WAITING) this.kubelet.pause();
  }

  private ended(stream: number): void {
    this.open.delete(stream);
    if (this.open.size === 0) this.kubelet.destroy();
  }

  /** Sends the exit status, unless the client has disconnected. */
  private finish(): void {
    const { client } = this;
    if (client.readyState !== client.OPEN) return;
    const isWhole = this.open.size === 0;
    const broken = JSON.stringify(internalError('the connection to the kubelet broke').status);
    const status = this.status !== '' ? this.status : isWhole ? SUCCESS : broken;
    sendStatus(client, status);
  }
}

/** Ends a client's connection with an error on its error channel; resolves when it has ended. */
export async function endWithError(client: WebSocket, error: StatusError): Promise<void> {
  client.on('error', () => client.terminate());
  sendStatus(client, JSON.stringify(error.status));
  if (client.readyState !== client.CLOSED) await once(client, 'close');
}

function sendStatus(client: WebSocket, status: string): void {
  client.send(Buffer.concat([Buffer.from([ERROR_CHANNEL]), Buffer.from(status)]));
  client.close(NORMAL);
}
