import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { Json, TestAnswer, TestRequest } from './test-client.js';

/** A client of the API over one HTTP/2 connection. */
export class Http2Client {
  private constructor(
    private readonly session: ClientHttp2Session,
    private readonly token: string,
  ) {}

  static async connect(settings: { url: string; ca: string; token: string }): Promise<Http2Client> {
    const session = connect(settings.url, { ca: settings.ca });
    await once(session, 'connect');
    return new Http2Client(session, settings.token);
  }

  /** Sends a request in its own stream and reads the whole answer. Rejects when the stream breaks before its end. */
  async request(method: string, path: string, { body, headers = {} }: TestRequest = {}): Promise<TestAnswer> {
    const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const pseudo = { ':method': method, ':path': path };
    // A request without a body ends with its headers.
    const stream = this.session.request(
      { authorization: `Bearer ${this.token}`, ...headers, ...pseudo },
      { endStream: bytes === undefined },
    );
    if (bytes !== undefined) stream.end(bytes);
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status'?: number }];
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    return {
      status: answered[':status'] ?? 0,
      headers: answered,
      text,
      get body() {
        return JSON.parse(text) as Json;
      },
    };
  }

  close(): void {
    this.session.destroy();
  }
}
