import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'custom.example.com';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const AGE = expect.stringMatching(/^\d+s$/) as unknown;

const WIDGET: Json = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['a', 'b'],
      properties: {
        a: { type: 'string' },
        b: { type: 'integer' },
        flag: { type: 'boolean' },
        atoms: { type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } },
        plain: { type: 'array', items: { type: 'string' } },
        open: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { closed: { type: 'object', properties: { known: { type: 'string' } } } },
        },
      },
    },
    status: { type: 'object', properties: { phase: { type: 'string' } } },
  },
};
const COLUMNS: Json[] = [
  { name: 'A', type: 'string', jsonPath: '.spec.a', description: 'the first' },
  { name: 'B', type: 'integer', jsonPath: '.spec.b', priority: 1 },
];

/** A definition of one group and the versions given; each has the schema of widgets unless it has its own. */
function definition(plural: string, versions: Json[]): Json {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural, kind: kindOf(plural) },
      versions: versions.map((version, i) => ({
        name: `v${i + 1}`,
        served: true,
        storage: i === 0,
        schema: { openAPIV3Schema: WIDGET },
        ...version,
      })),
    },
  };
}

const kindOf = (plural: string): string => plural[0].toUpperCase() + plural.slice(1, -1);
const pathOf = (plural: string, version = 'v1'): string => `/apis/${GROUP}/${version}/namespaces/default/${plural}`;
const objectOf = (plural: string, name: string, members: Json = {}): Json => ({
  apiVersion: `${GROUP}/v1`,
  kind: kindOf(plural),
  metadata: { name },
  ...members,
});
const widget = (name: string, spec: Json = {}): Json => objectOf('widgets', name, { spec: { a: 'x', b: 1, ...spec } });

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await define('widgets', [
    { subresources: { status: {} }, selectableFields: [{ jsonPath: '.spec.a' }, { jsonPath: '.spec.flag' }] },
  ]);
});

afterAll(() => server.close());

async function conditionsOf(plural: string): Promise<Record<string, string>> {
  const { status } = (await server.client.get(`${DEFINITIONS}/${plural}.${GROUP}`)).body as { status?: Json };
  const conditions = (status?.conditions ?? []) as Json[];
  return Object.fromEntries(conditions.map(({ type, status: state }) => [type as string, state as string]));
}

async function define(plural: string, versions: Json[]): Promise<void> {
  expect((await server.client.post(DEFINITIONS, definition(plural, versions))).status).toBe(201);
  await eventually(async () => expect((await server.client.get(pathOf(plural))).status).toBe(200));
}

const get = (path: string, accept: string): Promise<TestAnswer> =>
  server.client.request('GET', path, { headers: { accept } });
const causesOf = ({ body }: TestAnswer): string[][] =>
  (body.details.causes as Json[]).map(({ reason, field }) => [reason as string, field as string]);

describe('tables of custom resources', () => {
  const tableOf = async (path: string): Promise<[string[][], unknown[][]]> => {
    const { columnDefinitions, rows } = (await get(path, TABLE)).body as {
      columnDefinitions: Json[];
      rows: Json[] | null;
    };
    return [
      columnDefinitions.map(({ name, type, format }) => [name as string, type as string, format as string]),
      (rows ?? []).map(({ cells }) => cells as unknown[]),
    ];
  };

  it('show name and age, as a relative time, without columns of their own [TABLE-04]', async () => {
    await define('bares', [{}]);
    await server.client.post(pathOf('bares'), objectOf('bares', 'one'));
    const columns = [
      ['Name', 'string', 'name'],
      ['Age', 'date', ''],
    ];
    expect(await tableOf(pathOf('bares'))).toEqual([columns, [['one', AGE]]]);
  });

  it('show the name and exactly the columns of the version that is asked [TABLE-04, DIFF-CRD-05]', async () => {
    await define('gauges', [{ additionalPrinterColumns: COLUMNS }, { additionalPrinterColumns: [COLUMNS[1]] }, {}]);
    await server.client.post(pathOf('gauges'), objectOf('gauges', 'one', { spec: { a: 'x', b: 7 } }));
    const [name, a, b] = [
      ['Name', 'string', 'name'],
      ['A', 'string', ''],
      ['B', 'integer', ''],
    ];
    expect(await tableOf(pathOf('gauges'))).toEqual([[name, a, b], [['one', 'x', 7]]]);
    expect(await tableOf(pathOf('gauges', 'v2'))).toEqual([[name, b], [['one', 7]]]);
    expect(await tableOf(pathOf('gauges', 'v3'))).toEqual([[name, ['Age', 'date', '']], [['one', AGE]]]);
    const { columnDefinitions } = (await get(`${pathOf('gauges')}/one`, TABLE)).body;
    expect(columnDefinitions[1]).toMatchObject({ description: 'the first', priority: 0 });
    expect(columnDefinitions[2]).toMatchObject({ priority: 1 });
  });

  it.each([
    ['/apis/storage.k8s.io/v1/csistoragecapacities'],
    [DEFINITIONS],
    ['/api/v1/limitranges'],
    ['/apis/rbac.authorization.k8s.io/v1/roles'],
  ])('differ from those of built-in kinds that have none: %s [TABLE-04]', async (path) => {
    expect((await tableOf(path))[0]).toEqual([
      ['Name', 'string', 'name'],
      ['Created At', 'date', ''],
    ]);
  });
});

describe('selectable fields of custom resources', () => {
  const path = pathOf('widgets');
  const namesBy = async (selector: string): Promise<string[]> => {
    const { body } = await server.client.get(`${path}?fieldSelector=${encodeURIComponent(selector)}`);
    return (body.items as Json[]).map(({ metadata }) => metadata.name as string);
  };

  it('are name, namespace and those of the version, and no others [PARAM-24]', async () => {
    await server.client.post(path, widget('chosen', { a: 'select', flag: true }));
    await server.client.post(path, widget('other', { a: 'select' }));
    expect(await namesBy('spec.a=select')).toEqual(['chosen', 'other']);
    expect(await namesBy('spec.a=select,spec.flag=true')).toEqual(['chosen']);
    expect(await namesBy('spec.a=select,spec.flag!=true')).toEqual(['other']);
    expect(await namesBy('metadata.name=other,metadata.namespace=default')).toEqual(['other']);
    expect((await server.client.get(`${path}?fieldSelector=spec.b%3D1`)).status).toBe(400);
  });
});

describe('representations of custom resources', () => {
  const path = pathOf('widgets');

  it('are never protobuf [MEDIA-05]', async () => {
    await server.client.post(path, widget('shown'));
    for (const place of [path, `${path}/shown`]) {
      const refused = await get(place, PROTOBUF);
      expect([refused.status, refused.headers['content-type'], refused.text.slice(0, 3)]).toEqual([
        406,
        PROTOBUF,
        'k8s',
      ]);
      expect(refused.text).toContain('NotAcceptable');
      const other = await get(place, `${PROTOBUF},application/json`);
      expect([other.status, other.headers['content-type']]).toEqual([200, 'application/json']);
    }
    const headers = { 'content-type': PROTOBUF };
    const sent = await server.client.request('POST', path, { body: Buffer.from('k8s\0'), headers });
    expect([sent.status, sent.body.reason]).toEqual([415, 'UnsupportedMediaType']);
  });

  it('take no strategic merge patch [MEDIA-16]', async () => {
    await server.client.post(path, widget('patched'));
    const refused = await server.client.patch(`${path}/patched`, 'strategic-merge-patch', { spec: { b: 2 } });
    expect([refused.status, refused.body.reason]).toEqual([415, 'UnsupportedMediaType']);
    for (const type of ['json-patch+json', 'merge-patch+json', 'apply-patch+yaml']) {
      expect(refused.body.message).toContain(`application/${type}`);
    }
    expect(refused.body.message).not.toContain('strategic');
    expect((await server.client.patch(`${path}/patched`, 'merge-patch', { spec: { b: 2 } })).body.spec.b).toBe(2);
  });
});

describe('lists of custom resources that are applied', () => {
  const path = `${pathOf('widgets')}/applied`;
  const apply = (manager: string, spec: Json, query = ''): Promise<TestAnswer> =>
    server.client.request('PATCH', `${path}?fieldManager=${manager}${query}`, {
      body: { ...widget('applied'), spec },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  const ownersOf = ({ body }: TestAnswer, field: string): string[] =>
    ((body.metadata as Json).managedFields as Json[])
      .filter(({ fieldsV1 }) => fieldsV1['f:spec']?.[field])
      .map(({ manager, fieldsV1 }) => `${String(manager)} ${JSON.stringify(fieldsV1['f:spec'][field])}`);

  it.each(['atoms', 'plain'])('are replaced as a whole by one owner: %s [SSA-19]', async (list) => {
    const first = await apply('first', { a: 'x', b: 1, [list]: ['p', 'q'] }, '&force=true');
    expect(ownersOf(first, `f:${list}`)).toEqual(['first {}']);
    const conflict = await apply('second', { [list]: ['q', 'r'] });
    expect([conflict.status, causesOf(conflict)]).toEqual([409, [['FieldManagerConflict', `.spec.${list}`]]]);
    const second = await apply('second', { [list]: ['r'] }, '&force=true');
    expect([second.body.spec[list], ownersOf(second, `f:${list}`)]).toEqual([['r'], ['second {}']]);
    expect((await apply('second', {})).body.spec).not.toHaveProperty(list);
  });
});

describe('validation of custom resources', () => {
  const path = pathOf('widgets');

  it('reports each required field that is missing [FV-07]', async () => {
    const answer = await server.client.post(path, objectOf('widgets', 'w', { spec: {} }));
    expect([answer.status, answer.body.reason]).toEqual([422, 'Invalid']);
    expect(causesOf(answer)).toEqual([
      ['FieldValueRequired', 'spec.a'],
      ['FieldValueRequired', 'spec.b'],
    ]);
    const ingress = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'i' },
      spec: {
        rules: [{ http: { paths: [{ path: '/', backend: { service: { name: 's', port: { number: 80 } } } }] } }],
      },
    };
    const builtIn = await server.client.post('/apis/networking.k8s.io/v1/namespaces/default/ingresses', ingress);
    expect([builtIn.status, causesOf(builtIn)]).toEqual([
      422,
      [['FieldValueRequired', 'spec.rules[0].http.paths[0].pathType']],
    ]);
  });

  const unknown = { ghost: 1, open: { any: { deep: 1 }, closed: { known: 'k', ghost: 2 } } };
  const pruned = { a: 'x', b: 1, open: { any: { deep: 1 }, closed: { known: 'k' } } };

  it.each([
    ['', true],
    ['&fieldValidation=Warn', true],
    ['&fieldValidation=Ignore', false],
  ])(
    'prunes what the schema does not know, except where it says to keep it: "%s" [FV-08, DIFF-CRD-10]',
    async (query, warns) => {
      const { status, body, headers } = await server.client.post(
        `${path}?dryRun=All${query}`,
        widget('pruned', unknown),
      );
      expect([status, body.spec]).toEqual([201, pruned]);
      const warnings = [
        expect.stringContaining('unknown field \\"spec.ghost\\"'),
        expect.stringContaining('unknown field \\"spec.open.closed.ghost\\"'),
      ];
      for (const warning of warnings) {
        if (warns) expect(headers.warning).toEqual(warning);
        else expect(headers.warning).toBeUndefined();
      }
    },
  );

  it('refuses what the schema does not know, strictly [FV-08]', async () => {
    const { status, body } = await server.client.post(`${path}?fieldValidation=Strict`, widget('strict', unknown));
    expect([status, body.reason]).toEqual([400, 'BadRequest']);
    expect(body.message).toContain(
      'strict decoding error: unknown field "spec.ghost", unknown field "spec.open.closed.ghost"',
    );
  });

  it('checks values by the schema whatever the mode [FV-08]', async () => {
    for (const mode of ['Strict', 'Warn', 'Ignore']) {
      const answer = await server.client.post(`${path}?fieldValidation=${mode}`, widget('typed', { b: 'one' }));
      expect([answer.status, causesOf(answer)]).toEqual([422, [['FieldValueTypeInvalid', 'spec.b']]]);
    }
  });

  it('keeps everything under a root that says so [DIFF-CRD-10]', async () => {
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    await define('bags', [{ schema }]);
    const members = { spec: { any: [1, { deep: true }] }, further: 'kept' };
    const { status, body, headers } = await server.client.post(pathOf('bags'), objectOf('bags', 'one', members));
    expect([status, headers.warning]).toEqual([201, undefined]);
    expect((await server.client.get(`${pathOf('bags')}/one`)).body).toEqual(body);
    expect(body).toMatchObject(members);
  });
});

describe('the status of custom resources', () => {
  it('is written by its own path alone where the version has one [DIFF-CRD-04]', async () => {
    const path = pathOf('widgets');
    const { body } = await server.client.post(path, { ...widget('halves'), status: { phase: 5 } });
    expect(body).not.toHaveProperty('status');
    const status = await server.client.put(`${path}/halves/status`, {
      ...body,
      spec: { a: 'y', b: 2 },
      status: { phase: 'up' },
    });
    expect([status.status, status.body.spec, status.body.status]).toEqual([200, body.spec, { phase: 'up' }]);
    const main = await server.client.put(`${path}/halves`, {
      ...status.body,
      spec: { a: 'z', b: 3 },
      status: { phase: 'down' },
    });
    expect([main.status, main.body.spec, main.body.status]).toEqual([200, { a: 'z', b: 3 }, { phase: 'up' }]);
  });

  it('is a member like others in versions without that path [DIFF-CRD-04]', async () => {
    await define('mixes', [{ subresources: { status: {} } }, {}]);
    const [v1, v2] = [pathOf('mixes'), pathOf('mixes', 'v2')];
    const sent = objectOf('mixes', 'one', { spec: { a: 'x', b: 1 }, status: { phase: 'new' } });
    expect((await server.client.post(v1, sent)).body).not.toHaveProperty('status');
    expect((await server.client.get(`${v2}/one/status`)).status).toBe(404);
    const { body } = await server.client.get(`${v2}/one`);
    const written = await server.client.put(`${v2}/one`, { ...body, status: { phase: 'set' } });
    expect([written.status, written.body.status]).toEqual([200, { phase: 'set' }]);
    expect((await server.client.get(`${v1}/one/status`)).body.status).toEqual({ phase: 'set' });
  });
});

describe('the life of a definition', () => {
  const client = (): TestServer['client'] => server.client;

  it('is accepted, established, served, published and ended with its objects [DIFF-CRD-12]', async () => {
    const path = `${DEFINITIONS}/comets.${GROUP}`;
    expect((await client().get(pathOf('comets'))).status).toBe(404);
    await client().post(DEFINITIONS, definition('comets', [{}]));
    await eventually(async () =>
      expect(await conditionsOf('comets')).toEqual({ NamesAccepted: 'True', Established: 'True' }),
    );
    await eventually(async () => expect((await client().get(pathOf('comets'))).status).toBe(200));
    await eventually(async () => {
      const { resources } = (await client().get(`/apis/${GROUP}/v1`)).body as { resources: Json[] };
      expect(resources).toContainEqual(expect.objectContaining({ name: 'comets', kind: 'Comet', namespaced: true }));
      const { paths } = (await client().get(`/openapi/v3/apis/${GROUP}/v1`)).body as { paths: Json };
      expect(paths).toHaveProperty([`/apis/${GROUP}/v1/namespaces/{namespace}/comets`]);
      const v2 = (await client().get('/openapi/v2')).body as { paths: Json };
      expect(v2.paths).toHaveProperty([`/apis/${GROUP}/v1/namespaces/{namespace}/comets`]);
    });
    await client().post(pathOf('comets'), objectOf('comets', 'one', { spec: { a: 'x', b: 1 } }));
    const watch = await client().watch(pathOf('comets'));
    expect((await watch.next())?.type).toBe('ADDED');
    const { body } = await client().delete(path);
    expect(body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((await watch.next())?.type).toBe('DELETED');
    watch.stop();
    await eventually(async () => expect((await client().get(path)).status).toBe(404));
    expect((await client().get(pathOf('comets'))).status).toBe(404);
    await eventually(async () =>
      expect((await client().get(`/apis/${GROUP}/v1`)).body.resources ?? []).not.toContainEqual(
        expect.objectContaining({ name: 'comets' }),
      ),
    );
  });
});
