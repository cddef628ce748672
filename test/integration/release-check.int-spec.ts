import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../src/commands/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { eventually } from '../support/eventually.js';
import { startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-release-check-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function check(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' };
  const writerOf = (stream: 'out' | 'err') => ({ write: (text: string) => void (said[stream] += text) });
  const host = {
    out: writerOf('out'),
    err: writerOf('err'),
    ownPlugins: async () => Promise.resolve(BUILT_IN_PLUGINS),
  };
  return { code: await runCommand('release', ['check', ...words], host), ...said };
}

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  os: {name: linux}
  containers:
    - name: c
      image: x
      resizePolicy: []
---
apiVersion: batch/v1beta1
kind: CronJob
metadata: {name: nightly}
`;

describe('binnacle release check, of manifests', () => {
  let file: string;
  beforeAll(async () => {
    file = join(directory, 'shop.yaml');
    await writeFile(file, MANIFEST);
  });

  it('names what each release refuses, drops and warns of, with file and line', async () => {
    const { code, out } = await check('--to', '1.20,1.24', '--to', '1.28', '--output', 'json', file);
    expect(code).toBe(1);
    const { findings } = JSON.parse(out) as { findings: Json[] };
    expect(findings.map(({ release, effect, line, text }) => [release, effect, line, text])).toEqual([
      ['1.20', 'dropped', 5, 'unknown field "spec.os"'],
      ['1.20', 'dropped', 9, 'unknown field "spec.containers[0].resizePolicy"'],
      ['1.24', 'dropped', 9, 'unknown field "spec.containers[0].resizePolicy"'],
      [
        '1.24',
        'warned',
        11,
        'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob',
      ],
      ['1.28', 'refused', 11, 'batch/v1beta1 CronJob is not served (since v1.8, until v1.25); use batch/v1 CronJob'],
    ]);
  });

  it('prints a table, and that nothing is otherwise', async () => {
    const table = await check('--to', '1.20', file);
    expect(table.out.split('\n')[1]).toBe(`v1.20    dropped  ${file}:5  Pod shop/web  unknown field "spec.os"`);
    const plain = join(directory, 'plain.yaml');
    await writeFile(plain, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n');
    expect(await check('--to', '1.20', plain)).toEqual({ code: 0, out: 'Nothing is otherwise in v1.20.\n', err: '' });
  });

  it.each([
    [['x.yaml'], '--to 1.N is missing'],
    [['--to', '1.14', 'x.yaml'], '--to: "1.14" is no release from 1.15 to 1.36, such as 1.29'],
    [['--to', '1.20'], 'a FILE or folder of manifests, --data-dir or --store is needed'],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await check(...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('reports what cannot be read, and goes through the rest', async () => {
    const broken = join(directory, 'broken.yaml');
    await writeFile(broken, 'a: [');
    const { code, err } = await check('--to', '1.20', broken);
    expect(code).toBe(2);
    expect(err).toContain(`not read: ${broken}: is not YAML`);
  });
});

describe('An older release over a store of a newer one', () => {
  it('counts the fields before, shows none of them, and loses them at the next write alone', async () => {
    const storage = { dataDir: directory };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { os: { name: 'linux' }, containers: [{ name: 'c', image: 'x' }] },
    };
    const path = '/api/v1/namespaces/default/pods/web';
    const newer = await startTestServer({ storage });
    // Pods need the service account of their namespace, which a controller makes.
    await eventually(async () => {
      expect((await newer.client.post('/api/v1/namespaces/default/pods', pod)).status).toBe(201);
    });
    await newer.close();

    const { out } = await check('--to', '1.20', '--data-dir', directory, '--output', 'json');
    expect((JSON.parse(out) as { fields: Json[] }).fields).toContainEqual({
      release: '1.20',
      resource: 'pods',
      field: 'spec.os',
      objects: 1,
    });

    const older = await startTestServer({ storage, api: { emulatedRelease: '1.20' } });
    const shown = (await older.client.get(path)).body as Json;
    expect((shown.spec as Json).os).toBeUndefined();
    await older.close();

    const again = await startTestServer({ storage });
    expect((((await again.client.get(path)).body as Json).spec as Json).os).toEqual({
      name: 'linux',
    });
    await again.close();
  });
});
