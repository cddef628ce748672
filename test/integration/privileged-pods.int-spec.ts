import { startTestServer } from '../support/start-test-server.js';

const PODS = '/api/v1/namespaces/default/pods';
const spec = { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] };
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec };
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec } },
};

describe('--allow-privileged', () => {
  it.each([
    [true, 201, []],
    [false, 422, ['disallowed by cluster policy']],
  ])('%s answers privileged containers %i', async (allowPrivileged, code, texts) => {
    const server = await startTestServer({ admission: { allowPrivileged, disabledPlugins: ['ServiceAccount'] } });
    const answers = [
      await server.client.post(PODS, pod),
      await server.client.post('/apis/apps/v1/namespaces/default/deployments', deployment),
    ];
    expect(answers.map(({ status }) => status)).toEqual([code, code]);
    for (const { body } of answers) {
      const causes = (body.details?.causes ?? []) as { message: string }[];
      expect(causes.map(({ message }) => message)).toEqual(texts.map((text) => `Forbidden: ${text}`));
    }
    await server.close();
  });
});
