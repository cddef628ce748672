import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { FakeCollector } from '../support/fake-collector.js';
import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { startTraced, pathOf, traceOf } from '../support/traces.js';
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

const GROUP = 'trace.example.com';

/** A definition of two versions between which a webhook converts. */
function definitionWith(clientConfig: Json): Json {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
      versions: ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema })),
    },
  };
}

const CREATE = 'POST /api/v1/namespaces/{:namespace}/configmaps';

describe('the context of a trace', () => {
  it('goes to webhooks', async () => {
    collector = await FakeCollector.overGrpc();
    const { authority, serving } = await makeKubeletCertificates();
    const webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
    webhook.answerJson(({ body }) => {
      const { apiVersion, kind, request } = JSON.parse(body) as Json;
      return { apiVersion, kind, response: { uid: request.uid, allowed: true } };
    });
    const server = await startTraced(directory, collector.address);
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

  it('goes to conversion webhooks', async () => {
    collector = await FakeCollector.overGrpc();
    const { authority, serving } = await makeKubeletCertificates();
    const webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
    webhook.answerJson(({ body }) => {
      const { apiVersion, kind, request } = JSON.parse(body) as Json;
      const convertedObjects = (request.objects as Json[]).map((object) => ({ ...object, apiVersion: `${GROUP}/v2` }));
      return { apiVersion, kind, response: { uid: request.uid, result: { status: 'Success' }, convertedObjects } };
    });
    const server = await startTraced(directory, collector.address);
    const clientConfig = { url: `${webhook.url}/c`, caBundle: Buffer.from(authority).toString('base64') };
    await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definitionWith(clientConfig));
    const things = `/apis/${GROUP}/v1/namespaces/default/things`;
    await eventually(async () => {
      const { status } = await server.client.post(things, {
        apiVersion: `${GROUP}/v1`,
        kind: 'Thing',
        metadata: { name: 'a' },
      });
      expect(status).toBe(201);
    });
    expect((await server.client.get(things.replace('v1', 'v2'))).status).toBe(200);
    await server.close();
    await webhook.close();
    const list = `GET /apis/${GROUP}/v2/namespaces/{:namespace}/things`;
    const trace = traceOf(collector, list);
    expect(pathOf(trace, 'HTTP POST')).toEqual([list, 'List', 'Call conversion webhook', 'HTTP POST']);
    const { attributes, events } = trace.find(({ name }) => name === 'Call conversion webhook')!;
    expect(attributes).toEqual({
      'custom-resource-definition': `things.${GROUP}`,
      'desired-api-version': `${GROUP}/v2`,
      'object-count': 1,
      UID: expect.any(String) as unknown,
    });
    expect(events).toEqual(['Request completed']);
    const listed = trace.find(({ name }) => name === 'cacher list')!;
    expect([listed.attributes.type, listed.events]).toEqual([`things.${GROUP}`, ['Listed items from cache']]);
  });

  it('goes to extension servers, in place of what the client sent', async () => {
    collector = await FakeCollector.overGrpc();
    const extension = await FakeExtensionServer.start();
    const server = await startTraced(directory, collector.address);
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
