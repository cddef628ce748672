import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarborPlugin } from '../../../plugins/example/index.js';
import { parseBootstrap } from '../../../src/testing/bootstrap/bootstrap-objects.js';
import { builtBootstrap } from '../../../src/testing/bootstrap/built-bootstrap.js';
import { writeBootstrap } from '../../../src/testing/bootstrap/write-bootstrap.js';
import { InProcessServer } from '../../../src/testing/server/in-process-server.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../src/testing/server/temporary-folder.js';

const NOW = Date.UTC(2030, 0, 1);
const KEPT = `"${new Date(NOW).toISOString().replace('.000', '')}"`;

describe('a server that begins with the objects that the build has kept', () => {
  let folder: string;
  let text: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'binnacle-bootstrap-'));
    await writeBootstrap(join(folder, 'bootstrap.json'));
    text = await readFile(join(folder, 'bootstrap.json'), 'utf8');
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The stored objects after a start, without what differs between any two starts. */
  async function contentOf(isKept: boolean): Promise<{ objects: Record<string, string>; kept: number }> {
    const path = makeTemporaryFolder();
    const content = (): ReturnType<typeof parseBootstrap> | undefined =>
      isKept ? parseBootstrap(text, NOW) : undefined;
    const plugins = [HarborPlugin];
    const server = await InProcessServer.start({ folder: path, plugins, templateKey: `bootstrap ${isKept}`, content });
    const values = [...server.content.tree.entries()].map(([key, { value }]) => [key, value.toString()] as const);
    await server.close();
    removeTemporaryFolder(path);
    const kept = values.filter(([, value]) => value.includes(`"creationTimestamp":${KEPT}`)).length;
    const stored = values.filter(([key]) => !/^\/registry\/(configmaps|endpointslices|leases|services)\//.test(key));
    const plain = (value: string): string =>
      value.replace(/"(uid|time|[a-zA-Z]+Time|creationTimestamp)":"[^"]*"/g, '"$1":""');
    return { objects: Object.fromEntries(stored.map(([key, value]) => [key, plain(value)])), kept };
  }

  it('has the same objects after its start as any other, those of plugins too', async () => {
    const [one, other] = [await contentOf(true), await contentOf(false)];
    expect(one.objects).toEqual(other.objects);
    expect(Object.keys(one.objects)).toContain('/registry/apiregistration.k8s.io/apiservices/v1.harbor.example.com');
    expect([one.kept, other.kept]).toEqual([(JSON.parse(text) as unknown[]).length, 0]);
  });

  it('is one that was built: sources begin with an empty store', () => {
    expect(builtBootstrap({}, NOW)).toBeUndefined();
  });
});
