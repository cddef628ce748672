import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CollectedSpan, FakeCollector } from '../support/fake-collector.js';
import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

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

async function start(endpoint: string, samplingRatePerMillion = 1_000_000): Promise<TestServer> {
  const tracingConfigFile = join(directory, 'tracing.yaml');
  const apiVersion = 'apiserver.config.k8s.io/v1beta1';
  const file = { apiVersion, kind: 'TracingConfiguration', endpoint, samplingRatePerMillion };
  await writeFile(tracingConfigFile, JSON.stringify(file));
  const server = await startTestServer({ diagnostics: { tracingConfigFile } });
  await server.ready;
  return server;
}

/** The spans of the request whose server span has a name, that one first. */
function traceOf({ spans }: FakeCollector, name: string): CollectedSpan[] {
  const root = spans.find((span) => span.name === name && span.kind === 2)!;
  return [root, ...spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId)];
}

/** The names of a span and those it is a part of, the outermost first. */
function pathOf(trace: readonly CollectedSpan[], name: string): string[] {
  const names: string[] = [];
  let span = trace.find((each) => each.name === name);
  while (span) {
    names.unshift(span.name);
    const { parentSpanId } = span;
    span = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  return names;
}

const CREATE = 'POST /api/v1/namespaces/{:namespace}/configmaps';

describe('traces over gRPC', () => {
  it('have a span for the request, its verb, its filters and its storage', async () => {
    collector = await FakeCollector.overGrpc();
    const server = await start(collector.address);
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
    const server = await start(collector.address);
    await server.request('GET', '/version', { headers: TRACEPARENT });
    await server.close();
    const linked = collector.spans.filter(({ links }) => links.length > 0);
    expect(linked.map(({ name, links }) => [name, links])).toEqual([['GET', [SENT_TRACE]]]);
    expect(linked[0].traceId).not.toBe(SENT_TRACE);
    const silent = await start(collector.address, 0);
    collector.spans.length = 0;
    await silent.request('GET', '/version', { headers: TRACEPARENT });
    await silent.close();
    expect(collector.spans).toEqual([]);
  });
});

describe('the context of a trace', () => {
  it('goes to webhooks', async () => {
    collector = await FakeCollector.overGrpc();
    const { authority, serving } = await makeKubeletCertificates();
    const webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
    webhook.answerJson(({ body }) => {
      const { apiVersion, kind, request } = JSON.parse(body) as Json;
      return { apiVersion, kind, response: { uid: request.uid, allowed: true } };
    });
    const server = await start(collector.address);
    await server.client.post('/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {
      metadata: { name: 'a' },
      webhooks: [
        {
          name: 'a.example.com',
          clientConfig: { url: `${webhook.url}/a`, caBundle: Buffer.from(authority).toString('base64') },
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    await server.client.post(`${DEFAULT}/configmaps`, { metadata: { name: 'b' } });
    await server.close();
    await webhook.close();
    const trace = traceOf(collector, CREATE);
    expect(pathOf(trace, 'HTTP POST')).toEqual([CREATE, 'Create', 'Call mutating webhook', 'HTTP POST']);
    expect(trace.find(({ name }) => name === 'Call mutating webhook')!.attributes).toEqual({
      configuration: 'a',
      webhook: 'a.example.com',
      resource: '/v1, Resource=configmaps',
      subresource: '',
      operation: 'CREATE',
    });
    const client = trace.find(({ name }) => name === 'HTTP POST')!;
    expect([client.kind, client.attributes['http.status_code']]).toEqual([3, 200]);
    const contexts = webhook.asked.flatMap(({ headers }) => headers.traceparent ?? []);
    expect(contexts).toEqual([`00-${client.traceId}-${client.spanId}-01`]);
  });

  it('goes to extension servers, in place of what the client sent', async () => {
    collector = await FakeCollector.overGrpc();
    const extension = await FakeExtensionServer.start();
    const server = await start(collector.address);
    await extension.addService(server);
    await extension.register(server, 'far.example.com');
    extension.asked.length = 0;
    extension.answerJson({ kind: 'Gear' });
    await server.request('GET', '/apis/far.example.com/v1/gears', { headers: TRACEPARENT });
    await server.close();
    await extension.close();
    const [root, ...parts] = traceOf(collector, 'GET /apis/far.example.com/v1/gears');
    const client = parts.find(({ kind }) => kind === 3)!;
    expect([root.links, client.name, client.parentSpanId]).toEqual([[SENT_TRACE], 'HTTP GET', root.spanId]);
    expect(extension.asked.at(-1)!.headers.traceparent).toBe(`00-${root.traceId}-${client.spanId}-01`);
  });
});

describe('traces over HTTP', () => {
  it('are sent where the variable of OpenTelemetry selects it', async () => {
    collector = await FakeCollector.overHttp();
    process.env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL = 'http/protobuf';
    const server = await start(collector.address);
    await server.client.get(`${DEFAULT}/configmaps`);
    await server.close();
    expect(traceOf(collector, 'GET /api/v1/namespaces/{:namespace}/configmaps').map(({ name }) => name)).toContain(
      'List',
    );
  });
});

describe('a collector that is not there', () => {
  it('hinders neither requests nor the end of the server', async () => {
    const server = await start('127.0.0.1:1');
    expect((await server.client.get('/version')).status).toBe(200);
    const begun = performance.now();
    await server.close();
    expect(performance.now() - begun).toBeLessThan(8000);
  });
});
