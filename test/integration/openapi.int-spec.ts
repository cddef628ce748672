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
