import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

const DATA = 0;
const ERROR = 1;

/** Connects a WebSocket with a port of this machine, which stands for the pod's, as kubelets do. */
export function forwardPort(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const server = new WebSocketServer({ noServer: true, handleProtocols: () => 'v4.channel.k8s.io' });
  const port = Number(new URL(request.url!, 'http://kubelet').searchParams.get('port'));
  server.handleUpgrade(request, socket, head, (client) => join(client, port));
}

function join(client: WebSocket, port: number): void {
  const send = (channel: number, bytes: Buffer): void => client.send(Buffer.concat([Buffer.from([channel]), bytes]));
  const number = Buffer.alloc(2);
  number.writeUInt16LE(port);
  // The first message of each channel repeats the port.
  for (const channel of [DATA, ERROR]) send(channel, number);
  const connection = connect(port, '127.0.0.1');
  client.on('message', (message: Buffer) => void connection.write(message.subarray(1)));
  client.on('close', () => connection.destroy());
  connection.on('data', (chunk: Buffer) => send(DATA, chunk));
  connection.on('error', ({ message }) => send(ERROR, Buffer.from(`error forwarding port ${port}: ${message}`)));
  connection.on('close', () => client.close());
}
