import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPacked, run } from '../support/packed-package.js';

/** Prints the labels and the year of creation of the namespace default, of a server with the given options. */
const PROGRAM = `
import { startTestServer } from 'binnacle/testing';
const server = await startTestServer(JSON.parse(process.argv[2]));
const { body } = await server.request('GET', '/api/v1/namespaces/default');
console.log(JSON.stringify([body.metadata.labels, body.metadata.creationTimestamp.slice(0, 4)]));
await server.close();
`;

describe('the package', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-kept-'));
    const file = join(await installPacked(folder), 'dist', 'bootstrap.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as [string, string][];
    const marked = kept.map(([key, value]) => [key, value.replace('"labels":{', '"labels":{"kept":"yes",')]);
    await writeFile(file, JSON.stringify(marked));
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function namespaceOf(options: object): Promise<unknown> {
    const { stdout } = await run(process.execPath, ['program.mjs', JSON.stringify(options)], { cwd: folder });
    return JSON.parse(stdout);
  }

  const NAME = { 'kubernetes.io/metadata.name': 'default' };
  const KEPT = [{ ...NAME, kept: 'yes' }, String(new Date().getFullYear())];

  it.each([{}, { nodes: 1 }, { controllers: 'stepped' }, { thread: true }])(
    'begins its test servers with objects that it has kept: %j',
    async (options) => {
      expect(await namespaceOf(options)).toEqual(KEPT);
    },
  );

  it.each([
    { clock: 'fake' },
    { seed: 1 },
    { api: { featureGates: { WatchList: true } } },
    { authorization: { modes: ['RBAC'] } },
  ])('lets others create their own: %j', async (options) => {
    const [labels] = (await namespaceOf(options)) as [object, string];
    expect(labels).toEqual(NAME);
  });

  it('starts where what it has kept is broken', async () => {
    const file = join(folder, 'node_modules', 'binnacle', 'dist', 'bootstrap.json');
    await writeFile(file, '{"broken":');
    expect(await namespaceOf({})).toEqual([NAME, KEPT[1]]);
  });
});
