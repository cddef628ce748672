import { readFileSync } from 'node:fs';
import type { Json } from '../support/test-client.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

/** By group version, then by name. */
const { resources } = JSON.parse(readFileSync(new URL('served-resources.json', import.meta.url), 'utf8')) as {
  resources: Record<string, Record<string, Json>>;
};

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    api: { runtimeConfig: { 'api/all': 'true' }, featureGates: { AllAlpha: true, AllBeta: true } },
    extensions: { controllers: ['-*'] },
  });
});

afterAll(() => server.close());

const pathOf = (groupVersion: string): string =>
  groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;

describe('discovery of everything that release 1.32 has', () => {
  it.each(Object.entries(resources))(
    'shows %s as that release does [VERB-02, PATH-12]',
    async (groupVersion, wanted) => {
      const { body } = await server.request('GET', pathOf(groupVersion));
      const shown = (body.resources as Json[]).map(({ name, ...facts }) => [name, facts]);
      expect(Object.fromEntries(shown)).toEqual(wanted);
    },
  );

  it('shows no group version besides', async () => {
    const { groups } = (await server.request('GET', '/apis')).body;
    const shown = (groups as Json[]).flatMap(({ versions }) => (versions as Json[]).map((each) => each.groupVersion));
    expect(['v1', ...shown].sort()).toEqual(Object.keys(resources).sort());
  });
});
