import { exportDefinition } from '../../src/commands/crd/export-definition.js';
import { exportKinds } from '../../src/commands/crd/export.js';
import { runCommand } from '../../src/commands/index.js';
import { declarationOf } from '../../src/plugin-api/index.js';
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

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Exported {
  readonly metadata: { name: string };
  readonly spec: { versions: { name: string; schema: { openAPIV3Schema: { properties: Record<string, unknown> } } }[] };
}

/** The kinds of the server that are stored, as if they belonged to a group of their own. */
const kinds = BUILT_IN_PLUGINS.map((plugin) => declarationOf(plugin)!)
  .flatMap((declared) => declared.kinds as unknown as KindDefinition[])
  .filter(({ review, source }) => !review && !source)
  .map((definition) => [definition.kind, { ...definition, versions: ownVersions(definition) }] as const);

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
