import { readFileSync } from 'node:fs';
import type { Json } from '../support/test-client.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

/** By group version, then by name. */
const { resources } = JSON.parse(readFileSync(new URL('served-resources.json', import.meta.url), 'utf8')) as {
  resources: Record<string, Record<string, Json>>;
};

/** By definition: `name:type` of each of its fields, as `fieldsOf` writes them. */
const { definitions } = JSON.parse(readFileSync(new URL('fields.json', import.meta.url), 'utf8')) as {
  definitions: Record<string, string>;
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

/** A type in one word: `[type]` for lists, `{type}` for maps. */
function wordOf({ $ref, type, format, items, additionalProperties }: Json): string {
  if ($ref) return ($ref as string).replace(/^#\/definitions\/(io\.k8s\.)?/, '');
  if (type === 'array') return `[${wordOf(items)}]`;
  if (additionalProperties) return `{${wordOf(additionalProperties)}}`;
  return [type, format].filter(Boolean).join('/');
}

function fieldsOf({ properties = {}, required = [] }: Json): string {
  const mark = (name: string): string => ((required as string[]).includes(name) ? '!' : '');
  const fields = Object.entries(properties as Record<string, Json>);
  return fields
    .map(([name, type]) => `${name}${mark(name)}:${wordOf(type)}`)
    .sort()
    .join(' ');
}

describe('OpenAPI of everything that release 1.32 has', () => {
  it('shows every field of every kind with its type [GAP-01]', async () => {
    const shown = (await server.request('GET', '/openapi/v2')).body.definitions as Record<string, Json>;
    const names = Object.keys(definitions);
    expect(Object.fromEntries(names.map((name) => [name, shown[name] && fieldsOf(shown[name])]))).toEqual(definitions);
  });
});
