import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { parseExactJson, stringifyExactJson } from '../../apimachinery/index.js';

/** The parts of a request besides method and path. */
export interface TestRequest {
  /** Objects are sent as JSON, bigint as integers; texts and bytes as they are. */
  readonly body?: object | string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The user whom the administrator impersonates. */
  readonly as?: string;
  /** Groups of that user. */
  readonly groups?: readonly string[];
  /** A bearer token in place of the administrator's; none when empty. */
  readonly token?: string;
}

/** A whole answer. */
export interface TestResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON, integers beyond 2^53 as bigint; reading it throws SyntaxError when it is something else. */
  readonly body: T;
}

/** Where a client sends its requests, and as whom. */
export interface TestClientSettings {
  readonly url: string;
  readonly certificateAuthority: string;
  readonly token: string;
}

/** Sends requests to a server under test as its administrator. */
export class TestClient {
  private readonly agent: Agent;

  constructor(private readonly settings: TestClientSettings) {
    this.agent = new Agent({ keepAlive: true, maxSockets: 16, ca: settings.certificateAuthority });
  }

  /** Sends a request and reads the whole answer. Rejects where the connection breaks. */
  async request<T>(method: string, path: string, sent: TestRequest = {}): Promise<TestResponse<T>> {
    const response = await this.open(method, path, sent);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text,
      get body(): T {
        return parseExactJson(text) as T;
      },
    };
  }

  /** Sends a request; the body of the answer, such as the lines of a watch, is the caller's to read. */
  async open(method: string, path: string, sent: TestRequest = {}): Promise<IncomingMessage> {
    const { body } = sent;
    const isText = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = isText ? body : stringifyExactJson(body);
    const { hostname, port } = new URL(this.settings.url);
    const headers = this.headersOf(method, sent, bytes);
    const call = request({ host: hostname, port, path, method, agent: this.agent, headers });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end(bytes);
    const [response] = await answered;
    // An early answer may close the connection while the body is still being sent.
    call.on('error', () => {});
    return response;
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy();
  }

  private headersOf(
    method: string,
    { as, groups = [], headers, token = this.settings.token }: TestRequest,
    bytes: string | Buffer | undefined,
  ): Record<string, string | string[]> {
    return {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(as !== undefined && { 'impersonate-user': as }),
      ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
      ...(bytes !== undefined && {
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        'content-length': String(Buffer.byteLength(bytes)),
      }),
      ...(headers as Record<string, string | string[]>),
    };
  }
}
