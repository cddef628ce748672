import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeCollector } from '../support/fake-collector.js';
import { startTraced, pathOf, traceOf } from '../support/traces.js';

const DEFAULT = '/api/v1/namespaces/default';
const SENT_TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = { traceparent: `00-${SENT_TRACE}-b7ad6b7169203331-01` };

let directory: string;
let collector: FakeCollector | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-tracing-'));
});

afterEach(async () => {
  await collector?.close();
  collector = undefined;
  delete process.env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL;
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const CREATE = 'POST /api/v1/namespaces/{:namespace}/configmaps';

describe('traces over gRPC', () => {
  it('have a span for the request, its verb, its filters and its storage', async () => {
    collector = await FakeCollector.overGrpc();
    const server = await startTraced(directory, collector.address);
    const made = await server.client.post(`${DEFAULT}/configmaps`, { metadata: { name: 'a' } });
    await server.client.get(`${DEFAULT}/configmaps/a`);
    await server.client.get(`${DEFAULT}/configmaps`);
    await server.client.get('/version');
    await server.close();
    expect(collector.resource).toMatchObject({ 'service.name': 'apiserver' });
    const trace = traceOf(collector, CREATE);
    expect(trace[0].attributes).toMatchObject({
      'http.method': 'POST',
      'http.scheme': 'https',
      'http.target': `${DEFAULT}/configmaps`,
      'http.status_code': 201,
      'audit-id': made.headers['audit-id'],
    });
    expect(pathOf(trace, 'Create memory')).toEqual([CREATE, 'Create', 'Create memory']);
    expect(pathOf(trace, 'SerializeObject')).toEqual([CREATE, 'Create', 'SerializeObject']);
    expect(pathOf(trace, 'authorization')).toEqual([CREATE, 'authorization']);
    expect(pathOf(trace, 'authentication')).toEqual([CREATE, 'authentication']);
    const verb = trace.find(({ name }) => name === 'Create')!;
    expect(verb.attributes).toMatchObject({
      resource: 'configmaps',
      namespace: 'default',
      scope: 'resource',
      verb: 'POST',
    });
    expect(verb.events).toEqual([
      'limitedReadBody succeeded',
      'About to convert to expected version',
      'Conversion done',
      'About to store object in database',
      'Write to database call succeeded',
      'About to write a response',
      'Writing http response done',
    ]);
    const servers = collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name);
    expect(servers).toEqual(
      expect.arrayContaining([
        'GET /api/v1/namespaces/{:namespace}/configmaps/{:name}',
        'GET /api/v1/namespaces/{:namespace}/configmaps',
        'GET',
      ]),
    );
  });

  it('link the trace of a client, which does not decide whether a request is traced', async () => {
    collector = await FakeCollector.overGrpc();
    const server = await startTraced(directory, collector.address);
    await server.request('GET', '/version', { headers: TRACEPARENT });
    await server.close();
    const linked = collector.spans.filter(({ links }) => links.length > 0);
    expect(linked.map(({ name, links }) => [name, links])).toEqual([['GET', [SENT_TRACE]]]);
    expect(linked[0].traceId).not.toBe(SENT_TRACE);
    const silent = await startTraced(directory, collector.address, 0);
    collector.spans.length = 0;
    await silent.request('GET', '/version', { headers: TRACEPARENT });
    await silent.close();
    expect(collector.spans).toEqual([]);
  });
});

describe('traces over HTTP', () => {
  it('are sent where the variable of OpenTelemetry selects it', async () => {
    collector = await FakeCollector.overHttp();
    process.env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL = 'http/protobuf';
    const server = await startTraced(directory, collector.address);
    await server.client.get(`${DEFAULT}/configmaps`);
    await server.close();
    expect(traceOf(collector, 'GET /api/v1/namespaces/{:namespace}/configmaps').map(({ name }) => name)).toContain(
      'List',
    );
  });
});

describe('a collector that is not there', () => {
  it('hinders neither requests nor the end of the server', async () => {
    const server = await startTraced(directory, '127.0.0.1:1');
    expect((await server.client.get('/version')).status).toBe(200);
    const begun = performance.now();
    await server.close();
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
