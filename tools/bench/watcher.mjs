import { connect } from 'node:tls';
import { configMapPath, formatRequest } from './requests.mjs';

const MARK = Buffer.from('"stamp":"@');

/** A watch of a namespace that counts events by a mark in them, without parsing anything. */
export class Watcher {
  events = 0;
  tail = Buffer.alloc(0);

  constructor(socket) {
    this.socket = socket;
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => {});
  }

  /** Starts a watch of what comes after a resource version. */
  static open(target, { namespace, resourceVersion }) {
    const { hostname, port } = new URL(target.url);
    return new Promise((resolve, reject) => {
      const options = {
        host: hostname,
        port: Number(port || 443),
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1'],
      };
      const socket = connect(options, () => {
        const path = `${configMapPath(namespace)}?watch=1&resourceVersion=${resourceVersion}`;
        socket.write(formatRequest({ path }, target));
        resolve(new Watcher(socket));
      });
      socket.once('error', reject);
    });
  }

  /** Reads a chunk. A mark may be cut in two by its end, so its last bytes are looked at again with the next one. */
  read(chunk) {
    const data = Buffer.concat([this.tail, chunk]);
    let from = 0;
    for (let at = data.indexOf(MARK); at >= 0; at = data.indexOf(MARK, from)) {
      const end = data.indexOf('@', at + MARK.length);
      if (end < 0) break;
      this.events += 1;
      this.onStamp?.(Number(data.latin1Slice(at + MARK.length, end)));
      from = end;
    }
    const mark = data.lastIndexOf(MARK);
    this.tail = Buffer.from(data.subarray(mark >= from ? mark : Math.max(from, data.length - MARK.length + 1)));
  }

  close() {
    this.socket.destroy();
  }
}
