import { connect } from 'node:http2';
import { JSON_TYPE } from './requests.mjs';

/** One HTTP/2 connection with any number of requests in progress; Node's client, which costs more than `Connection`. */
export class Http2Connection {
  constructor(session) {
    this.session = session;
    session.on('error', () => {});
  }

  /** Connects to the origin of a URL. */
  static open(url) {
    return new Promise((resolve, reject) => {
      const session = connect(url, { rejectUnauthorized: false });
      session.once('connect', () => resolve(new Http2Connection(session))).once('error', reject);
    });
  }

  /** Returns a request as this connection sends it. */
  static format({ method = 'GET', path, body, accept = JSON_TYPE, contentType = JSON_TYPE }, { token }) {
    const headers = { ':method': method, ':path': path, authorization: `Bearer ${token}`, accept };
    if (body !== undefined) headers['content-type'] = contentType;
    return { headers, body };
  }

  /** Sends a request; `answered` is called with the status (0 for a lost connection). */
  send({ headers, body }, answered) {
    if (this.session.destroyed) return void setImmediate(() => answered(0));
    const stream = this.session.request(headers, { endStream: body === undefined });
    let status = 0;
    stream.on('response', (answer) => (status = answer[':status']));
    stream.on('error', () => {}).on('close', () => answered(status));
    stream.resume();
    if (body !== undefined) stream.end(body);
  }

  close() {
    this.session.destroy();
  }
}
