import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function schemas(): Promise<Map<string, Json>> {
  const { body: index } = await server.client.get('/openapi/v3');
  const found = new Map<string, Json>();
  for (const { serverRelativeURL } of Object.values(index.paths) as Json[]) {
    const { body } = await server.client.get(serverRelativeURL);
    for (const [name, schema] of Object.entries(body.components?.schemas ?? {})) found.set(name, schema as Json);
  }
  return found;
}

describe('OpenAPI of the built-in groups', () => {
  it('describes every type and every field, for kubectl explain', async () => {
    const all = await schemas();
    const undescribed = [...all].flatMap(([name, schema]) => [
      ...(schema.description ? [] : [name]),
      ...Object.entries((schema.properties ?? {}) as Json).flatMap(([field, { description, $ref }]) =>
        // A plain reference has the description of its type.
        description || all.get(String($ref).split('/').pop()!)?.description ? [] : [`${name}.${field}`],
      ),
    ]);
    expect(undescribed).toEqual([]);
  });
});

describe('/openapi/v2', () => {
  const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
  const CSR = 'io.k8s.api.certificates.v1.CertificateSigningRequest';
  const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';
  const REFERENCE = { $ref: `#/definitions/${EXTENSIONS}.JSON` };
  const ATOMIC = { 'x-kubernetes-list-type': 'atomic' };
  let document: Json;

  beforeAll(async () => {
    document = (await server.client.get('/openapi/v2')).body;
  });

  it.each<[string, string, Json]>([
    ['io.k8s.api.scheduling.v1.PriorityClass', 'preemptionPolicy', { enum: ['Never', 'PreemptLowerPriority'] }],
    [`${EXTENSIONS}.JSONSchemaProps`, 'default', REFERENCE],
    [`${EXTENSIONS}.JSONSchemaProps`, 'example', REFERENCE],
    [`${EXTENSIONS}.JSONSchemaProps`, 'enum', { type: 'array', items: REFERENCE }],
    [
      'io.k8s.api.core.v1.PersistentVolumeClaimStatus',
      'allocatedResourceStatuses',
      { 'x-kubernetes-map-type': 'granular' },
    ],
    [`${CSR}Spec`, 'request', { format: 'byte', ...ATOMIC }],
    [`${CSR}Status`, 'certificate', { format: 'byte', ...ATOMIC }],
    [`${META}.Status`, 'details', { $ref: `#/definitions/${META}.StatusDetails`, ...ATOMIC }],
    ['io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec', 'caBundle', { format: 'byte', ...ATOMIC }],
  ])('publishes %s.%s as the reference does', (name, field, members) => {
    expect(document.definitions[name].properties[field]).toMatchObject(members);
  });

  it.each([
    ['io.k8s.api.scheduling.v1.PriorityClass', ['value']],
    [`${META}.APIVersions`, ['serverAddressByClientCIDRs', 'versions']],
    [`${META}.APIGroup`, ['name', 'versions']],
    [`${META}.APIGroupList`, ['groups']],
  ])('requires the members of %s', (name, required) => {
    expect(document.definitions[name].required).toEqual(required);
  });

  it('has JSON without a type, and names the release', () => {
    expect(Object.keys(document.definitions[`${EXTENSIONS}.JSON`])).toEqual(['description']);
    expect(document.info).toEqual({ title: 'Kubernetes', version: '1.32' });
  });

  it('has the paths of the issuer, where there is something to be found', async () => {
    const paths = ['/.well-known/openid-configuration/', '/openid/v1/jwks/'];
    const documents = ['.well-known/openid-configuration', 'openid/v1/jwks'];
    expect(paths.map((path) => document.paths[path].get.produces)).toEqual([
      ['application/json'],
      ['application/jwk-set+json'],
    ]);
    expect(Object.keys((await server.client.get('/openapi/v3')).body.paths)).toEqual(expect.arrayContaining(documents));
    const other = await startTestServer({ authentication: { serviceAccountIssuers: ['nobody'] } });
    const { body } = await other.client.get('/openapi/v2');
    expect(paths.filter((path) => path in body.paths)).toEqual([]);
    expect((await other.client.get(`/openapi/v3/${documents[0]}`)).status).toBe(404);
    await other.close();
  });
});

describe('an OpenAPI document', () => {
  const PATH = '/openapi/v3/apis/coordination.k8s.io/v1';

  it('may be kept for a year where its hash is asked for, and leads there from another hash', async () => {
    const { body: index } = await server.client.get('/openapi/v3');
    const location = index.paths['apis/coordination.k8s.io/v1'].serverRelativeURL as string;
    const named = await server.client.get(location);
    expect([named.status, named.headers['cache-control']]).toEqual([200, 'public, immutable']);
    const days = (Date.parse(String(named.headers.expires)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
    const other = await server.client.get(`${PATH}?hash=00`);
    expect([other.status, other.headers.location, other.headers.etag]).toEqual([301, location, named.headers.etag]);
    expect(other.headers['cache-control']).toBe('no-cache, private');
  });

  it('is not sent again to clients that have it', async () => {
    const etag = (await server.client.get(PATH)).headers.etag as string;
    const statusWith = async (known: string): Promise<number> =>
      (await server.client.request('GET', PATH, { headers: { 'if-none-match': known } })).status;
    for (const known of [etag, '*', `"00", ${etag}`, `W/${etag}`]) expect(await statusWith(known)).toBe(304);
    for (const known of ['"00"', etag.slice(1, -1)]) expect(await statusWith(known)).toBe(200);
  });

  it.each([PATH, `${PATH}?hash=`, '/openapi/v3?hash=00', '/openapi/v2?hash=00'])(
    'is not kept from %s',
    async (path) => {
      const { status, headers } = await server.client.get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache, private']);
    },
  );
});
