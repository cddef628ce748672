import type { Api } from '../api/api.js';
import { textAt } from '../model/value-at.js';

/** A command that runs in a container, with a terminal. */
export interface ExecSession {
  send(text: string): void;
  resize(columns: number, rows: number): void;
  close(): void;
}

/** Receives what a command writes, and its end. */
export interface ExecListener {
  readonly onOpen: () => void;
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Called once, with the reason in words. */
  readonly onEnd: (reason: string) => void;
}

/** The container and the command. */
export interface ExecTarget {
  readonly podPath: string;
  readonly container: string;
  readonly command: readonly string[];
}

/** The protocols of streams that are offered: the fifth can also close a stream. */
const PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;
const RESIZE = 4;

/** Runs a command in a container over a WebSocket. */
export function openExec(api: Api, { podPath, container, command }: ExecTarget, listener: ExecListener): ExecSession {
  const query = { container, command, stdin: 'true', stdout: 'true', tty: 'true' };
  const socket = api.socket({ path: `${podPath}/exec`, query }, PROTOCOLS);
  let reason: string | undefined;
  let wasOpen = false;
  const send = (channel: number, bytes: Uint8Array): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(new Uint8Array([channel, ...bytes]));
  };
  const encoder = new TextEncoder();
  socket.onopen = () => {
    wasOpen = true;
    listener.onOpen();
  };
  socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    const [channel, bytes] = [new Uint8Array(data)[0], new Uint8Array(data, 1)];
    if (channel === STDOUT || channel === STDERR) listener.onOutput(bytes);
    else if (channel === ERROR) reason = endText(new TextDecoder().decode(bytes));
  };
  socket.onclose = () => listener.onEnd(reason ?? (wasOpen ? 'the connection was closed' : NOT_OPENED));
  return {
    send: (text) => send(STDIN, encoder.encode(text)),
    resize: (columns, rows) => send(RESIZE, encoder.encode(JSON.stringify({ Width: columns, Height: rows }))),
    close: () => socket.close(),
  };
}

/** Browsers do not say why a WebSocket was refused. */
const NOT_OPENED =
  'the connection was refused: the container may not run, its node may not answer, or you may not be allowed pods/exec';

/** Returns the words of the Status that ends a command. */
function endText(text: string): string {
  try {
    const status = JSON.parse(text) as unknown;
    if (textAt(status, 'status') === 'Success') return 'the command has ended';
    return textAt(status, 'message') || textAt(status, 'reason') || 'the command failed';
  } catch {
    return text;
  }
}
