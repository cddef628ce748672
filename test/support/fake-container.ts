import { type ChildProcess, spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type SpdyStream, speakSpdy } from './spdy-kubelet.js';

/** The parts of a fake container. */
export interface ContainerParts {
  /** The directory in which commands run. */
  readonly root: string;
  /** The command that clients attach to; it starts when the first does. */
  readonly main: readonly string[];
}

/**
 * Connects clients of a fake kubelet as a container runtime does, over SPDY: with child processes in a directory, which
 * stand for the container, and with ports of this machine, which stand for the pod's.
 */
export function connectToContainer({ root, main }: ContainerParts, request: IncomingMessage, socket: Duplex): void {
  const { pathname, searchParams } = new URL(request.url!, 'http://kubelet');
  if (pathname.startsWith('/portForward/')) return forwardPorts(socket);
  const command = pathname.startsWith('/attach/') ? main : searchParams.getAll('command');
  const count = 1 + ['input', 'output', 'error'].filter((name) => searchParams.has(name)).length;
  const streams = new Map<string, SpdyStream>();
  let child: ChildProcess | undefined;
  speakSpdy(socket, {
    onStream: (stream) => {
      streams.set(stream.name, stream);
      if (streams.size === count) child = run(command, root, { streams, socket });
    },
    onData: (_stream, chunk) => void child?.stdin?.write(chunk),
    onEnd: ({ name }) => void (name === 'stdin' && child?.stdin?.end()),
  });
}

/** Runs a command with the streams of a client, and reports its exit status. */
function run(
  [program, ...args]: readonly string[],
  cwd: string,
  { streams, socket }: { streams: ReadonlyMap<string, SpdyStream>; socket: Duplex },
): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: 'pipe' });
  child.stdin.on('error', () => {});
  if (!streams.has('stdin')) child.stdin.end();
  child.stdout.on('data', (chunk: Buffer) => streams.get('stdout')?.send(chunk));
  child.stderr.on('data', (chunk: Buffer) => streams.get('stderr')?.send(chunk));
  child.once('close', (code) => {
    streams.get('error')!.send(JSON.stringify(statusOf(code ?? 137)));
    for (const stream of streams.values()) stream.end();
  });
  socket.once('close', () => void child.kill());
  return child;
}

/** The words in which kubelets report the end of a command. */
function statusOf(code: number): object {
  if (code === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}

/** Connects each pair of streams to a port; what goes wrong is said on the stream for errors. */
function forwardPorts(socket: Duplex): void {
  const errors = new Map<string, SpdyStream>();
  const connections = new Map<SpdyStream, Duplex>();
  const open = (stream: SpdyStream): void => {
    const { port, requestid } = stream.headers;
    const connection = connect(Number(port), '127.0.0.1');
    const error = errors.get(requestid)!;
    connections.set(stream, connection);
    connection.on('data', (chunk: Buffer) => stream.send(chunk));
    connection.on('error', ({ message }) => error.send(`an error occurred forwarding ${port}: ${message}`));
    connection.once('close', () => {
      stream.end();
      error.end();
    });
    socket.once('close', () => connection.destroy());
  };
  speakSpdy(
    socket,
    {
      onStream: (stream) =>
        void (stream.name === 'error' ? errors.set(stream.headers.requestid, stream) : open(stream)),
      onData: (stream, chunk) => void connections.get(stream)?.write(chunk),
      onEnd: (stream) => void connections.get(stream)?.end(),
    },
    'portforward.k8s.io',
  );
}
