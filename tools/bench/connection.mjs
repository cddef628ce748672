import { connect } from 'node:tls';
import { AnswerReader } from './answer-reader.mjs';
import { formatRequest } from './requests.mjs';

/**
 * One keep-alive HTTP/1.1 connection over TLS with one request in progress at a time. Far lighter than an HTTP client:
 * requests are bytes made before, of answers only the status and the length are looked at.
 */
export class Connection {
  constructor(socket) {
    this.socket = socket;
    this.reader = new AnswerReader((status, body) => this.settle(status, body));
    socket.on('data', (chunk) => this.reader.read(chunk));
    socket.on('close', () => this.settle(0));
    socket.on('error', () => {});
  }

  /** Connects to the origin of a URL. */
  static open(url) {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const options = {
        host: hostname,
        port: Number(port || 443),
        rejectUnauthorized: false,
        ALPNProtocols: ['http/1.1'],
      };
      const socket = connect(options, () => resolve(new Connection(socket)));
      socket.setNoDelay(true).once('error', reject);
    });
  }

  /** Returns a request as this connection sends it. */
  static format(request, target) {
    return formatRequest(request, target);
  }

  /** Sends a request; `answered` is called with the status (0 for a lost connection). */
  send(request, answered, { keepBody = false } = {}) {
    this.answered = answered;
    this.reader.keepBody = keepBody;
    if (this.socket.writable) this.socket.write(request);
    else setImmediate(() => this.settle(0));
  }

  /** Sends a request and answers its status, headers and body. */
  fetch(request) {
    return new Promise((resolve) => {
      const settle = (status, body) => resolve({ status, body, headers: this.reader.headers });
      this.send(request, settle, { keepBody: true });
    });
  }

  close() {
    this.answered = undefined;
    this.socket.destroy();
  }

  settle(status, body) {
    const { answered } = this;
    this.answered = undefined;
    answered?.(status, body);
  }
}
