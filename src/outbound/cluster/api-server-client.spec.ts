import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MetricsRegistry, SystemClock } from '../../observability/index.js';
import { PLAIN_TLS, fixedConnection } from '../connection.js';
import { OutboundError } from '../outbound-error.js';
import { OutboundMetrics } from '../outbound-metrics.js';
import { ApiServerClient } from './api-server-client.js';

const OBJECT = '{"metadata":{"name":"far"},"revision":9007199254740993}';
const READ = { metadata: { name: 'far' }, revision: 9007199254740993n };

describe('ApiServerClient', () => {
  let server: Server;
  let client: ApiServerClient;
  let answer: string;
  const bodies: string[] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      bodies.push(Buffer.concat(chunks).toString());
      response.end(answer);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const parts = { clock: new SystemClock(), metrics: new OutboundMetrics(new MetricsRegistry()) };
    client = new ApiServerClient(fixedConnection({ server: url, tls: PLAIN_TLS, proxyUrl: '' }), parts);
  });

  afterAll(async () => {
    await client.close();
    server.close();
  });

  beforeEach(() => bodies.splice(0));

  it('reads integers beyond 2^53 of objects, lists and events as bigint', async () => {
    answer = OBJECT;
    expect(await client.get('/far')).toEqual(READ);
    answer = `{"items":[${OBJECT}],"metadata":{"resourceVersion":"7"}}`;
    expect(await client.page('/', {})).toEqual({ items: [READ], resourceVersion: '7', continueToken: '' });
    answer = `{"type":"ADDED","object":${OBJECT}}\n`;
    const events = [];
    const watch = { path: '/', query: {}, seconds: 60, signal: new AbortController().signal };
    for await (const event of client.watch(watch)) events.push(event);
    expect(events).toEqual([{ type: 'ADDED', object: READ }]);
  });

  it('writes them as integers', async () => {
    answer = '{}';
    await client.mergePatch('/far', { revision: 9007199254740993n });
    await client.delete('/far', { gracePeriodSeconds: 9007199254740993n });
    expect(bodies).toEqual(['{"revision":9007199254740993}', '{"gracePeriodSeconds":9007199254740993}']);
  });

  it.each(['', '{"secret":', '9007199254740993', 'null'])('fails for %s', async (text) => {
    answer = text;
    await expect(client.get('/far')).rejects.toEqual(new OutboundError('malformed', 'the answer is no JSON object'));
  });
});
