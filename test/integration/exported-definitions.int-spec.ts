import { exportDefinition } from '../../src/commands/crd/export-definition.js';
import { exportKinds } from '../../src/commands/crd/export.js';
import { runCommand } from '../../src/commands/index.js';
import { ApiType, Field, KubernetesObject, defineKind } from '../../src/plugin-api/index.js';
import { declarationOf, shapeOf } from '../../src/plugin-api/built-in.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import type { KindDefinition } from '../../src/registry/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/start-test-server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

@ApiType({ name: 'com.example.crate.v1.Size' })
class Size {
  @Field(1, 'int32', { immutable: true }) length?: number;
  @Field(2, 'int32') depth?: number;
}

@ApiType({ name: 'com.example.crate.v1.CrateSpec' })
class CrateSpec {
  @Field(1, 'string', { immutable: true, required: true }) cargo?: string;
  @Field(2, 'string', { immutable: true }) mark?: string;
  @Field(3, 'string', { map: true, immutable: true }) papers?: Record<string, string>;
  @Field(4, Size, { pointer: true }) size?: Size;
  @Field(5, Size, { pointer: true, immutable: true }) inner?: Size;
}

@ApiType({ name: 'com.example.crate.v1.Crate' })
class Crate extends KubernetesObject {
  @Field(2, CrateSpec, { required: true }) spec: CrateSpec;
}

const crateKind = defineKind<Crate>({ kind: 'Crate', plural: 'crates', versions: [{ name: 'v1', type: Crate }] });

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Exported {
  readonly metadata: { name: string };
  readonly spec: { versions: { name: string; schema: { openAPIV3Schema: { properties: Record<string, unknown> } } }[] };
}

/** The kinds of the server that are stored, as if they belonged to a group of their own. */
const kinds = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!)
  .flatMap((declared) => declared.kinds as unknown as KindDefinition[])
  .filter(({ review, source }) => !review && !source)
  .map((definition) => {
    // A definition stores one version in all releases.
    const quirks = { ...definition.quirks, storedAs: undefined };
    return [definition.kind, { ...definition, quirks, versions: ownVersions(definition) }] as const;
  });

function ownVersions({ versions, storageVersion }: KindDefinition): KindDefinition['versions'] {
  return versions.filter(({ group, name }) => group === undefined && (name === storageVersion || /^v\d+$/.test(name)));
}

const exportable = kinds.filter(([, { versions, storageVersion }]) =>
  versions.some(({ name }) => name === storageVersion),
);

it.each(exportable)('exports a definition of %s that the server accepts', async (_kind, definition) => {
  const { definition: body } = exportDefinition('exported.example.com', definition);
  const { status, body: answer } = await server.request('POST', `${DEFINITIONS}?dryRun=All`, { body });
  expect([status, (answer as { message?: string }).message]).toEqual([201, undefined]);
});

it('exports most kinds of the server', () => expect(exportable.length).toBeGreaterThan(50));

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const writer = (to: 'out' | 'err') => ({ write: (text: string) => (written[to] += text) });
  const code = await exportKinds(words, { out: writer('out'), err: writer('err') }, async () => [HarborPlugin]);
  return { code, ...written };
}

describe('binnacle crd export', () => {
  const PLUGIN = 'plugins/example/index.ts';

  it('exports a kind that keeps and defaults the fields of the class', async () => {
    const { code, out, err } = await run('--plugins', PLUGIN, '--kind', 'berths.harbor.example.com');
    expect(code).toBe(0);
    expect(err).toContain('Berth: not in the definition: the subresource "scale": needs paths\n');
    const definition = JSON.parse(out) as Exported;
    expect((await server.request('POST', DEFINITIONS, { body: definition })).status).toBe(201);
    const path = '/apis/harbor.example.com/v1/namespaces/default/berths';
    await eventually(async () => expect((await server.request('GET', path)).status).toBe(200));
    const spec = { size: { lengthMeters: 100 } };
    const body = {
      apiVersion: 'harbor.example.com/v1',
      kind: 'Berth',
      metadata: { name: 'a' },
      spec: { ...spec, odd: 1 },
    };
    const created = await server.request('POST', path, { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ spec: { ...spec, cargo: 'General', slots: 1 } });
    expect((created.body as { spec: object }).spec).not.toHaveProperty('odd');
    const wrong = await server.request('POST', path, { body: { ...body, spec: { ...spec, cargo: 'Ice' } } });
    expect(wrong.status).toBe(422);
  });

  it('exports several kinds as a list', async () => {
    const written: string[] = [];
    const output = { out: { write: (text: string) => written.push(text) }, err: { write: () => 0 } };
    await exportKinds(['--plugins', PLUGIN], output, async () => [HarborPlugin, HarborPlugin]);
    const { kind, items } = JSON.parse(written.join('')) as { kind: string; items: Exported[] };
    expect(kind).toBe('List');
    expect(items.map(({ metadata }) => metadata.name)).toEqual(Array(2).fill('berths.harbor.example.com'));
  });

  it('refuses a kind that no plugin has', async () => {
    await expect(run('--plugins', PLUGIN, '--kind', 'ships.example.com')).rejects.toThrow(
      'the plugins have no kind "ships.example.com"',
    );
  });

  it.each([
    [[], '--plugins FILE is missing'],
    [['--plugins', './nothing.mjs'], './nothing.mjs'],
    [['--plugin', PLUGIN], '--plugin'],
  ])('refuses %j', async (words, text) => {
    let err = '';
    const output = {
      out: { write: () => expect('output').toBe('none') },
      err: { write: (more: string) => (err += more) },
    };
    expect(await runCommand('crd', ['export', ...words], output)).toBe(2);
    expect(err).toContain(text);
  });
});

describe('immutable fields of an exported definition', () => {
  const GROUP = 'crate.example.com';
  const PATH = `/apis/${GROUP}/v1/namespaces/default/crates`;
  const FULL = { cargo: 'tea', mark: 'x', papers: { a: '1' }, size: { length: 5, depth: 1 }, inner: { depth: 2 } };
  const meta = { apiVersion: `${GROUP}/v1`, kind: 'Crate' };
  let count = 0;

  beforeAll(async () => {
    const { definition, omitted } = exportDefinition(GROUP, crateKind as never);
    expect(omitted).toEqual([]);
    expect((await server.request('POST', DEFINITIONS, { body: definition as object })).body).toMatchObject({
      kind: 'CustomResourceDefinition',
    });
    await eventually(async () => expect((await server.request('GET', PATH)).status).toBe(200));
  });

  it.each<[string, CrateSpec, CrateSpec]>([
    ['the same', FULL, FULL],
    ['another depth', FULL, { ...FULL, size: { length: 5, depth: 2 } }],
    ['another cargo', FULL, { ...FULL, cargo: 'ice' }],
    ['another mark', FULL, { ...FULL, mark: 'y' }],
    ['no mark', FULL, { ...FULL, mark: undefined }],
    ['a first mark', { cargo: 'tea' }, { cargo: 'tea', mark: 'x' }],
    ['an empty mark', { cargo: 'tea' }, { cargo: 'tea', mark: '' }],
    ['other papers', FULL, { ...FULL, papers: { a: '2' } }],
    ['no papers', FULL, { ...FULL, papers: undefined }],
    ['empty papers', { cargo: 'tea' }, { cargo: 'tea', papers: {} }],
    ['another length', FULL, { ...FULL, size: { length: 6, depth: 1 } }],
    ['no size', FULL, { ...FULL, size: undefined }],
    ['a size without a length', { cargo: 'tea' }, { cargo: 'tea', size: { depth: 1 } }],
    ['another struct', FULL, { ...FULL, inner: { depth: 3 } }],
    ['no struct', FULL, { ...FULL, inner: undefined }],
  ])('are kept as by the plugin: %s', async (_what, before, spec) => {
    const shape = shapeOf(Crate);
    const plain = (of: CrateSpec) => shape.canonicalize({ ...meta, metadata: {}, spec: of });
    const errors = shape.validate(plain(spec), { old: plain(before) });
    const created = await server.request('POST', PATH, {
      body: { ...meta, metadata: { name: `crate-${count++}` }, spec: before },
    });
    const { metadata } = created.body as { metadata: { name: string } };
    const { status, body } = await server.request('PUT', `${PATH}/${metadata.name}`, {
      body: { ...meta, metadata, spec },
    });
    const { details } = body as { details?: { causes?: { field: string }[] } };
    expect([status, details?.causes?.map(({ field }) => field)]).toEqual(
      errors.length > 0 ? [422, errors.map(({ field }) => field)] : [200, undefined],
    );
  });
});
