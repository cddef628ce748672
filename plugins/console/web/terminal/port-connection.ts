import type { Api } from '../api/api.js';
import { isWhole } from './http-text.js';

/** The port of a pod, and the bytes that are sent to it. */
export interface PortExchange {
  readonly podPath: string;
  readonly port: number;
  readonly request: Uint8Array;
  readonly signal: AbortSignal;
}

/** The bytes that a port sent back. */
export interface PortAnswer {
  readonly bytes: Uint8Array;
  /** True if there were more than are read. */
  readonly isCut: boolean;
}

/**
 * The protocol of kubelets for WebSockets. kubectl's, SPDY within a WebSocket, has a name that browsers do not accept as a
 * subprotocol.
 */
const PROTOCOL = 'v4.channel.k8s.io';
const DATA = 0;
const ERROR = 1;
/** Bytes of a response that are read. */
export const MOST_ANSWER_BYTES = 1_000_000;

const REFUSED =
  'the connection was refused: the pod may not run, its node may not answer, or you may not be allowed pods/portforward';

/** Sends bytes to a port of a pod, and reads the response. Rejects with an Error that says why not. */
export function exchange(api: Api, { podPath, port, request, signal }: PortExchange): Promise<PortAnswer> {
  return new Promise((resolve, reject) => {
    const socket = api.socket({ path: `${podPath}/portforward`, query: { ports: String(port) } }, [PROTOCOL]);
    const answer = new AnswerReader();
    let wasOpen = false;
    const settle = (): void => {
      socket.close();
      if (answer.fault !== '') reject(new Error(answer.fault));
      else if (!wasOpen) reject(new Error(REFUSED));
      else resolve({ bytes: answer.bytes, isCut: answer.isCut });
    };
    signal.addEventListener('abort', () => socket.close(), { once: true });
    socket.onopen = () => {
      wasOpen = true;
      socket.send(joined(new Uint8Array([DATA]), request));
    };
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      if (answer.read(new Uint8Array(data))) settle();
    };
    socket.onclose = settle;
  });
}

/** Reads the messages of both channels; the first of each repeats the port. */
class AnswerReader {
  bytes = new Uint8Array(0);
  isCut = false;
  /** The text of the channel for errors. */
  fault = '';
  private readonly begun = new Set<number>();

  /** Reads a message; returns true at the end of the response. */
  read(message: Uint8Array): boolean {
    const [channel, bytes] = [message[0], message.subarray(1)];
    if (!this.begun.has(channel)) this.begun.add(channel);
    else if (channel === ERROR) this.fault += new TextDecoder().decode(bytes);
    else if (channel === DATA) this.bytes = joined(this.bytes, bytes);
    this.isCut = this.bytes.length > MOST_ANSWER_BYTES;
    return this.isCut || (channel === DATA && isWhole(this.bytes));
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
