import { createLogger } from '../../src/observability/index.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook } from '../support/fake-webhook.js';
import { startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const DEFAULT = '/api/v1/namespaces/default';
const SLOW_MS = 600;

describe('a request that takes over 500 ms', () => {
  it('is logged with its steps from verbosity 2 on', async () => {
    const { authority, serving } = await makeKubeletCertificates();
    const webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
    webhook.answer = ({ body }, response) => {
      const { apiVersion, kind, request } = JSON.parse(body) as Json;
      const answer = JSON.stringify({ apiVersion, kind, response: { uid: request.uid, allowed: true } });
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), SLOW_MS);
    };
    const messages: string[] = [];
    const write = (line: string): void => void messages.push((JSON.parse(line) as Json).msg as string);
    const server = await startTestServer({ logger: createLogger({ destination: { write } }) });
    await server.ready;
    await server.client.post('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      metadata: { name: 'slow' },
      webhooks: [
        {
          name: 'slow.example.com',
          clientConfig: { url: webhook.url, caBundle: Buffer.from(authority).toString('base64') },
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    const traces = (): string[] => messages.filter((message) => message.startsWith('Trace['));
    await server.client.post(`${DEFAULT}/configmaps`, { metadata: { name: 'a' } });
    expect(traces()).toEqual([]);
    await server.request('PUT', '/debug/flags/v', { body: '2' });
    await server.client.get(`${DEFAULT}/configmaps/a`);
    await server.client.post(`${DEFAULT}/configmaps`, { metadata: { name: 'b' } });
    await server.close();
    await webhook.close();
    expect(traces()).toHaveLength(1);
    expect(traces()[0]).toMatch(
      /^Trace\[\d+\]: "Create" accept:.*,audit-id:[\w-]{36},client:127\.0\.0\.1,api-group:,api-version:v1,name:,subresource:,namespace:default,protocol:HTTP\/1\.1,resource:configmaps,scope:resource,url:\/api\/v1\/namespaces\/default\/configmaps,user-agent:.*,verb:POST \(\d\d-\w{3}-\d{4} [\d:.]{12}\) \(total time: \d+ms\):\n/,
    );
    expect(traces()[0]).toMatch(
      /\nTrace\[\d+\]: \["Call validating webhook" configuration:slow,.* \d+ms \([\d:.]{12}\)\n/,
    );
    expect(traces()[0]).toMatch(/\nTrace\[\d+\]: \[\d+(\.\d+)?ms\] \[\d+(\.\d+)?ms\] END$/);
  });
});
