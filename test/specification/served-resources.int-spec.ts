import type { Json } from '../support/test-client.js';
import { recorded } from '../support/recorded.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

let server: TestServer;
/** The resources of the release by group version, then by name. */
let resources: Record<string, Record<string, Json>>;

beforeAll(async () => {
  server = await startTestServer({
    api: { runtimeConfig: { 'api/all': 'true' }, featureGates: { AllAlpha: true, AllBeta: true } },
    extensions: { controllers: ['-*'] },
  });
  resources = recorded('served-resources.json', { resources: await servedResources() }).resources;
});

afterAll(() => server.close());

const pathOf = (groupVersion: string): string =>
  groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;

/** The resources that discovery shows, by group version and name. */
async function servedResources(): Promise<Record<string, Record<string, Json>>> {
  const { groups } = (await server.request('GET', '/apis')).body;
  const versions = (groups as Json[]).flatMap((group) => (group.versions as Json[]).map((each) => each.groupVersion));
  const shown: Record<string, Record<string, Json>> = {};
  for (const groupVersion of ['v1', ...(versions as string[])]) {
    const { body } = await server.request('GET', pathOf(groupVersion));
    shown[groupVersion] = Object.fromEntries((body.resources as Json[]).map(({ name, ...facts }) => [name, facts]));
  }
  return shown;
}

describe('discovery of everything that release 1.32 has', () => {
  it('shows the resources of each group version as that release does [VERB-02, PATH-12]', async () => {
    expect(await servedResources()).toEqual(resources);
  });
});

/** A type in one word: `[type]` for lists, `{type}` for maps. */
function wordOf({ $ref, type, format, items, additionalProperties }: Json): string {
  if ($ref) return ($ref as string).replace(/^#\/definitions\/(io\.k8s\.)?/, '');
  if (type === 'array') return `[${wordOf(items)}]`;
  if (additionalProperties) return `{${wordOf(additionalProperties)}}`;
  return [type, format].filter(Boolean).join('/');
}

/** Structs that have no field. */
const EMPTY = /\.(StorageVersionSpec|CustomResourceSubresourceStatus)$/;

/** Reports whether a definition is a struct of the API, unlike the response of /version. */
function isStruct(name: string, { properties }: Json): boolean {
  return (properties !== undefined || EMPTY.test(name)) && name !== 'io.k8s.apimachinery.pkg.version.Info';
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
    const structs = Object.entries(shown).filter(([name, schema]) => isStruct(name, schema));
    const fields = Object.fromEntries(structs.map(([name, schema]) => [name, fieldsOf(schema)]));
    // By definition: `name:type` of each of its fields.
    const { definitions } = recorded('fields.json', { definitions: fields });
    expect(fields).toEqual(definitions);
  });
});
