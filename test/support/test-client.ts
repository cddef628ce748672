import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { createInterface } from 'node:readline';

/** A JSON object whose members a test looks into. */
export type Json = Record<string, any>;

/** A whole answer. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; reading it throws when the body is something else. */
  readonly body: Json;
}

/** The parts of a request besides method and path. */
export interface TestRequest {
  /** Objects are sent as JSON, texts and bytes as they are. */
  readonly body?: object | string | Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as bearer token; the client's own without it, none when empty. */
  readonly token?: string;
}

/** One change of a watch. */
export interface WatchEvent {
  readonly type: string;
  readonly object: Json;
}

/** Where and as whom a client asks. */
export interface TestClientSettings {
  readonly url: string;
  readonly ca: string;
  readonly token?: string;
  /** A client certificate, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** Connections at most. */
  readonly maxSockets?: number;
}

/** A client of the API that shows tests whole answers, over HTTPS and HTTP/1.1 with connections that are kept. */
export class TestClient {
  readonly agent: Agent;

  constructor(private readonly settings: TestClientSettings) {
    const { ca, cert, key, maxSockets = 8 } = settings;
    this.agent = new Agent({ keepAlive: true, maxSockets, ca, cert, key });
  }

  /** Sends a request and reads the whole answer. Rejects when the connection breaks before its end. */
  async request(method: string, path: string, sent: TestRequest = {}): Promise<TestAnswer> {
    return readAnswer(await this.open(method, path, sent));
  }

  /** Sends a request; the body of the answer is the caller's to read. */
  async open(
    method: string,
    path: string,
    { body, headers = {}, token = this.settings.token }: TestRequest = {},
  ): Promise<IncomingMessage> {
    const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const { hostname, port } = new URL(this.settings.url);
    // The path goes as it is, without being put in order by a URL.
    const call = request({
      host: hostname,
      port,
      path,
      method,
      agent: this.agent,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
        ...headers,
      },
    });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end(bytes);
    const [response] = await answered;
    // An early answer may close the connection while the body is still being sent.
    call.on('error', () => {});
    return response;
  }

  /** Reads the object at a path. */
  get(path: string): Promise<TestAnswer> {
    return this.request('GET', path);
  }

  /** Creates an object. */
  post(path: string, body: object): Promise<TestAnswer> {
    return this.request('POST', path, { body });
  }

  /** Replaces an object. */
  put(path: string, body: object): Promise<TestAnswer> {
    return this.request('PUT', path, { body });
  }

  /** Changes an object by a patch: `json-patch`, `merge-patch` or `strategic-merge-patch`. */
  patch(path: string, type: string, body: object | string): Promise<TestAnswer> {
    return this.request('PATCH', path, { body, headers: { 'content-type': `application/${type}+json` } });
  }

  /** Deletes an object, with options if there are any. */
  delete(path: string, body?: object): Promise<TestAnswer> {
    return this.request('DELETE', path, { body });
  }

  /** Follows the changes of a collection; `path` may have a query. */
  async watch(path: string): Promise<TestWatch> {
    const separator = path.includes('?') ? '&' : '?';
    const response = await this.open('GET', `${path}${separator}watch=true`);
    if (response.statusCode !== 200) throw new Error(`no watch: ${(await readAnswer(response)).text}`);
    return new TestWatch(response);
  }

  /** Closes the connections. */
  close(): void {
    this.agent.destroy();
  }
}

/** A running watch: its events one by one. */
export class TestWatch {
  private readonly lines: AsyncIterator<string>;

  constructor(private readonly response: IncomingMessage) {
    this.lines = createInterface({ input: response })[Symbol.asyncIterator]();
  }

  /** The next event; undefined when the server has ended the watch. */
  async next(): Promise<WatchEvent | undefined> {
    const line = await this.lines.next();
    return line.done ? undefined : (JSON.parse(line.value) as WatchEvent);
  }

  /** The next events, as `TYPE name`. */
  async names(count: number): Promise<string[]> {
    const names: string[] = [];
    for (let i = 0; i < count; i++) {
      const event = await this.next();
      names.push(event ? `${event.type} ${event.object.metadata.name}` : 'end');
    }
    return names;
  }

  /** Leaves. */
  stop(): void {
    this.response.destroy();
  }
}

/** Reads a whole answer. */
export async function readAnswer(response: IncomingMessage): Promise<TestAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    get body() {
      return JSON.parse(text) as Json;
    },
  };
}
