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
  it('tells of every type and every field what it is, for kubectl explain', async () => {
    const undescribed = [...(await schemas())].flatMap(([name, schema]) => [
      ...(schema.description ? [] : [name]),
      ...Object.entries((schema.properties ?? {}) as Json).flatMap(([field, { description }]) =>
        description ? [] : [`${name}.${field}`],
      ),
    ]);
    expect(undescribed).toEqual([]);
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

  it('is not sent again to whoever has it', async () => {
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
