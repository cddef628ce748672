import { Agent, type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { ApiServer } from 'binnacle';

/** The answer to a request; the body is an API object or a Status. */
export interface TestAnswer {
  readonly status: number | undefined;
  readonly body: Record<string, unknown>;
}

/** Sends requests of tests to a server, as its administrator. */
export class TestRequests {
  private readonly agent: Agent;

  constructor(private readonly server: ApiServer) {
    const { certificateAuthority: ca, kubeconfig } = server;
    this.agent = new Agent({
      ca,
      cert: read(kubeconfig, 'certificate'),
      key: read(kubeconfig, 'key'),
      keepAlive: true,
    });
  }

  get(path: string): Promise<TestAnswer> {
    return this.send(path, { method: 'GET' });
  }

  post(path: string, body: object): Promise<TestAnswer> {
    return this.send(path, { method: 'POST' }, body);
  }

  put(path: string, body: object): Promise<TestAnswer> {
    return this.send(path, { method: 'PUT' }, body);
  }

  delete(path: string): Promise<TestAnswer> {
    return this.send(path, { method: 'DELETE' });
  }

  close(): void {
    this.agent.destroy();
  }

  private send(path: string, options: RequestOptions, body?: object): Promise<TestAnswer> {
    const headers = { 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const sent = request(this.server.url + path, { agent: this.agent, headers, ...options }, (response) => {
        text(response).then((answer) => {
          resolve({ status: response.statusCode, body: JSON.parse(answer) as TestAnswer['body'] });
        }, reject);
      });
      sent.on('error', reject).end(body && JSON.stringify(body));
    });
  }
}

/** The client certificate or key of a kubeconfig. */
function read(kubeconfig: string, what: 'certificate' | 'key'): Buffer {
  const [, data = ''] = new RegExp(`client-${what}-data: "?([\\w+/=]+)`).exec(kubeconfig) ?? [];
  return Buffer.from(data, 'base64');
}
