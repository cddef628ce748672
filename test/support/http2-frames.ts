import { once } from 'node:events';
import { type TLSSocket, connect } from 'node:tls';
import type { ApiServer } from '../../src/index.js';

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const HEADERS = 1;
const RST_STREAM = 3;
const SETTINGS = 4;
const PING = 6;
const GOAWAY = 7;
const END_STREAM = 1;
const END_HEADERS = 4;
const CANCEL = 8;

/** A frame of HTTP/2 (RFC 9113, 4.1). */
export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A request for a path with nothing else to it, as one frame: literals of HPACK without an index, no Huffman code. */
export function getFrame(stream: number, path: string): Buffer {
  const [get, https] = [0x82, 0x87];
  const name = Buffer.from(path);
  const block = Buffer.concat([
    Buffer.from([get, https, 0x04, name.length]),
    name,
    Buffer.from([0x01, 1]),
    Buffer.from('x'),
  ]);
  return frame(HEADERS, END_STREAM | END_HEADERS, stream, block);
}

/** A frame that takes a request back. */
export function resetFrame(stream: number, code = CANCEL): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frame(RST_STREAM, 0, stream, payload);
}

/** A frame that ends a connection; streams after `lastStream` have not been looked at. */
export function goAwayFrame(lastStream: number, code: number): Buffer {
  const payload = Buffer.alloc(8);
  payload.writeUInt32BE(lastStream);
  payload.writeUInt32BE(code, 4);
  return frame(GOAWAY, 0, 0, payload);
}

/** A frame that has to be answered. */
export const PING_FRAME = frame(PING, 0, 0, Buffer.alloc(8));

/** A frame that has to be acknowledged. */
export const SETTINGS_FRAME = frame(SETTINGS, 0, 0);

/** Opens a connection of HTTP/2 on which frames are written by hand; what comes back is thrown away. */
export async function openFrames({
  url,
  ca,
}: {
  url: string;
  ca: ApiServer['certificateAuthority'];
}): Promise<TLSSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ca, ALPNProtocols: ['h2'] });
  await once(socket, 'secureConnect');
  socket.on('error', () => {}).resume();
  socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS_FRAME]));
  return socket;
}
