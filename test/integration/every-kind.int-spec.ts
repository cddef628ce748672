import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeKindContract } from '../contract/kind.contract.js';
import { plausibleName, plausibleObject } from '../support/plausible-objects.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const NAMESPACE = 'default';
const FILE = join(import.meta.dirname, '..', 'specification', 'served-resources.json');

/** By group version, then by name. */
const { resources } = JSON.parse(readFileSync(FILE, 'utf8')) as { resources: Record<string, Record<string, Json>> };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    api: { runtimeConfig: { 'api/all': 'true' }, featureGates: { AllAlpha: true, AllBeta: true } },
    admission: { disabledPlugins: ['ServiceAccount'] },
    extensions: { controllers: ['-*'] },
  });
});

afterAll(() => server.close());

for (const [groupVersion, byName] of Object.entries(resources)) {
  const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
  for (const [resource, { kind, namespaced, verbs }] of Object.entries(byName)) {
    // Operations and views are not stored.
    if (resource.includes('/') || !verbs.includes('create') || !verbs.includes('get')) continue;
    const path = `${root}${namespaced ? `/namespaces/${NAMESPACE}` : ''}/${resource}`;
    const object = plausibleObject(resource, groupVersion, kind, plausibleName(resource));
    describeKindContract(`${groupVersion} ${kind}`, () => server, { path, object });
  }
}
