import { WELL_KNOWN_DEFINITIONS } from '../fixtures/definitions/index.js';
import { SAMPLES } from '../fixtures/definitions/samples.js';
import { apiVersionOf, DEFINITIONS, objectOf, objectsPath } from '../support/custom-definitions.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
/** The time from the answer to a creation until objects are served. */
const SERVED_WITHIN_MS = 100;

const nameOf = (definition: Json): string => definition.metadata.name as string;
const versionsOf = (definition: Json): Json[] => definition.spec.versions as Json[];

let server: TestServer;
const delays: number[] = [];

/** Creates a definition; answers the milliseconds after which its objects were served. */
async function createAndMeasure(definition: Json): Promise<number> {
  const { status, text } = await server.client.post(`${DEFINITIONS}?fieldValidation=Strict`, definition);
  expect([status, text]).toEqual([201, expect.stringContaining('"kind":"CustomResourceDefinition"')]);
  const created = performance.now();
  while ((await server.client.get(objectsPath(definition))).status !== 200) {
    if (performance.now() - created > 20_000) break;
  }
  return performance.now() - created;
}

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
  for (const definition of WELL_KNOWN_DEFINITIONS) delays.push(await createAndMeasure(definition));
});

afterAll(() => server.close());

/** A schema whose embedded objects have the members every object has. */
function withObjectMembers(schema: Json): Json {
  const changed = Object.entries(schema).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'object' && member !== null && !Array.isArray(member) ? withObjectMembers(member) : member,
  ]);
  const copy = Object.fromEntries(changed) as Json;
  if (copy['x-kubernetes-embedded-resource'] !== true) return copy;
  const some = expect.any(Object) as unknown;
  const properties = { ...(copy.properties as Json | undefined), apiVersion: some, kind: some, metadata: some };
  return { ...copy, properties, required: [...((copy.required ?? []) as string[]), 'kind', 'apiVersion'] };
}

describe('well-known definitions', () => {
  it('are served within 100 ms, or so on a busy machine', () => {
    const sorted = delays.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(SERVED_WITHIN_MS);
  });

  it('need an approval in a protected group', async () => {
    const gateway = WELL_KNOWN_DEFINITIONS.find(({ spec }) => spec.names.kind === 'Gateway')!;
    const { annotations: _, ...metadata } = gateway.metadata as Json;
    const { status, body } = await server.client.post(DEFINITIONS, { ...gateway, metadata });
    expect([status, (body.details as { causes: Json[] }).causes[0]]).toEqual([
      422,
      {
        reason: 'FieldValueRequired',
        field: 'metadata.annotations[api-approved.kubernetes.io]',
        message: expect.stringContaining('protected groups must have approval annotation') as string,
      },
    ]);
  });

  it.each(WELL_KNOWN_DEFINITIONS.map((definition) => [nameOf(definition), definition]))(
    '%s has its names and conditions',
    async (name, definition) => {
      const { names, versions } = definition.spec as { names: Json; versions: Json[] };
      await eventually(async () => {
        const { status } = (await server.client.get(`${DEFINITIONS}/${name}`)).body as { status: Json };
        const conditions = status.conditions as Json[];
        expect(conditions.map((each) => [each.type, each.status, each.reason])).toEqual([
          ['NamesAccepted', 'True', 'NoConflicts'],
          ['Established', 'True', 'InitialNamesAccepted'],
          ...(name.endsWith('.k8s.io')
            ? [['KubernetesAPIApprovalPolicyConformant', 'True', 'ApprovedAnnotation']]
            : []),
        ]);
        expect(status).toMatchObject({
          acceptedNames: names,
          storedVersions: versions.filter(({ storage }) => storage).map((each) => each.name as string),
        });
      });
    },
  );

  it.each(WELL_KNOWN_DEFINITIONS.map((definition) => [nameOf(definition), definition]))(
    '%s is in the aggregated discovery',
    async (_name, definition) => {
      const { group, names, scope } = definition.spec as { group: string; names: Json; scope: string };
      const { body } = await server.request('GET', '/apis', { headers: { accept: AGGREGATED } });
      const found = (body.items as Json[]).find(({ metadata }) => metadata.name === group)!;
      for (const { name: version, subresources = {} } of versionsOf(definition)) {
        const of = (found.versions as Json[]).find((each) => each.version === version)!;
        const resource = (of.resources as Json[]).find((each) => each.resource === names.plural)!;
        expect(resource).toMatchObject({
          responseKind: { group, version, kind: names.kind },
          scope,
          singularResource: names.singular,
          verbs: VERBS,
          ...(names.shortNames && { shortNames: names.shortNames }),
          ...(names.categories && { categories: names.categories }),
        });
        const sub = ((resource.subresources ?? []) as Json[]).map((each) => [each.subresource, each.responseKind.kind]);
        expect(sub).toEqual([
          ...('status' in subresources ? [['status', names.kind]] : []),
          ...('scale' in subresources ? [['scale', 'Scale']] : []),
        ]);
      }
    },
  );

  it.each(WELL_KNOWN_DEFINITIONS.map((definition) => [nameOf(definition), definition]))(
    '%s is in the OpenAPI v3 of its group, with all members',
    async (_name, definition) => {
      const { group, names } = definition.spec as { group: string; names: Json };
      for (const { name: version, schema } of versionsOf(definition)) {
        const { body } = await server.client.get(`/openapi/v3/apis/${group}/${version}`);
        const component = `${group.split('.').toReversed().join('.')}.${version}.${names.kind as string}`;
        const published = body.components.schemas[component] as Json;
        expect(published['x-kubernetes-group-version-kind']).toEqual([{ group, version, kind: names.kind }]);
        expect(published.properties.spec).toEqual(withObjectMembers(schema.openAPIV3Schema.properties.spec as Json));
        expect(body.paths).toHaveProperty([
          `${objectsPath(definition, version).replace('/default/', '/{namespace}/')}/{name}`,
        ]);
      }
    },
  );

  it('lists three versions of one schema by their priority', async () => {
    const { body } = await server.client.get('/apis/networking.istio.io');
    expect((body.versions as Json[]).map(({ version }) => version as string)).toEqual(['v1', 'v1beta1', 'v1alpha3']);
    expect(body.preferredVersion).toEqual({ groupVersion: 'networking.istio.io/v1', version: 'v1' });
  });
});

describe.each(SAMPLES.map((sample) => [nameOf(sample.definition), sample] as const))(
  'an object of %s',
  (_name, sample) => {
    const { definition, sent, created, cells } = sample;
    const path = objectsPath(definition);

    it('is defaulted and pruned when it is created, and read the same', async () => {
      const answer = await server.client.post(path, objectOf(definition, 'one', sent));
      expect(answer.status).toBe(201);
      const { metadata, ...members } = answer.body;
      expect(members).toEqual({
        apiVersion: apiVersionOf(definition),
        kind: definition.spec.names.kind as string,
        ...created,
      });
      expect(metadata).toMatchObject({ name: 'one', generation: 1 });
      expect((await server.client.get(`${path}/one`)).body).toEqual(answer.body);
      expect((await server.client.get(path)).body.items).toEqual([answer.body]);
    });

    it('is the same in every version', async () => {
      for (const { name: version } of versionsOf(definition)) {
        const { body } = await server.client.get(`${objectsPath(definition, version as string)}/one`);
        expect(body).toMatchObject({ ...created, apiVersion: apiVersionOf(definition, version as string) });
      }
    });

    it('is a row of a table', async () => {
      const { body } = await server.request('GET', path, { headers: { accept: TABLE } });
      const columns = (versionsOf(definition)[0]!.additionalPrinterColumns ?? [{ name: 'Age' }]) as Json[];
      expect((body.columnDefinitions as Json[]).map((column) => column.name as string)).toEqual([
        'Name',
        ...columns.map((column) => column.name as string),
      ]);
      const row = (body.rows as Json[])[0]!.cells as unknown[];
      const shown = row.map((cell, i) =>
        body.columnDefinitions[i].name === 'Age' && /^\d+s$|^\d{4}-/.test(String(cell)) ? 'age' : cell,
      );
      expect(shown).toEqual(['one', ...cells]);
    });

    it('goes with its definition', async () => {
      const { status, body } = await server.client.delete(`${DEFINITIONS}/${nameOf(definition)}`);
      expect([status, body.metadata.deletionTimestamp]).toEqual([200, expect.any(String)]);
      await eventually(async () =>
        expect((await server.client.get(`${DEFINITIONS}/${nameOf(definition)}`)).status).toBe(404),
      );
      expect((await server.client.get(`${path}/one`)).status).toBe(404);
      const redefined = await createAndMeasure(definition);
      expect(redefined).toBeLessThan(20_000);
      expect((await server.client.get(path)).body.items).toEqual([]);
    });
  },
);
