import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

const ROOT = join(import.meta.dirname, '..', '..');
const GROUP = 'harbor.example.com';

describeWithKubectl('one server behind another', () => {
  let directory: string;
  let front: BuiltServer;
  let extension: BuiltServer;
  let kubectl: Kubectl;

  /** Runs a command that has to succeed. */
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);
  const apply = (object: object, ...flags: string[]): Promise<string> =>
    ok(['apply', ...flags, '-f', '-'].join(' '), { input: JSON.stringify(object) });
  const berth = (name: string, namespace: string, metadata: object = {}) => ({
    apiVersion: `${GROUP}/v1`,
    kind: 'Berth',
    metadata: { name, namespace, ...metadata },
    spec: { size: { lengthMeters: 100 } },
  });

  /** Starts the extension server with the data it had, on the port it had. */
  const startExtension = (port: string): Promise<BuiltServer> =>
    startBuiltServer(
      [
        `--plugins=${join(ROOT, 'dist', 'plugins', 'example', 'index.js')}`,
        `--requestheader-client-ca-file=${join(front.kubeconfigPath, '..', 'front-proxy-ca.crt')}`,
        '--requestheader-allowed-names=front-proxy-client',
        '--requestheader-username-headers=X-Remote-User',
        '--requestheader-group-headers=X-Remote-Group',
        '--requestheader-extra-headers-prefix=X-Remote-Extra-',
        '--disable-admission-plugins=NamespaceLifecycle',
        `--secure-port=${port}`,
      ],
      { dataDir: join(directory, 'extension') },
    );

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-extension-'));
    await mkdir(join(directory, 'extension'));
    front = await startBuiltServer();
    extension = await startExtension('0');
    kubectl = new Kubectl(front.kubeconfigPath, join(directory, 'cache'));
    const port = Number(new URL(extension.url).port);
    const service = { namespace: 'default', name: 'harbor', port };
    await apply({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'harbor', namespace: 'default' },
      spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
    });
    for (const version of ['v1', 'v1beta1']) {
      await apply({
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: `${version}.${GROUP}` },
        spec: {
          group: GROUP,
          version,
          groupPriorityMinimum: 1000,
          versionPriority: version === 'v1' ? 20 : 10,
          insecureSkipTLSVerify: true,
          service,
        },
      });
      await ok(`wait apiservice/${version}.${GROUP} --for=condition=Available --timeout=80s`);
    }
  });

  afterAll(async () => {
    expect(await extension.stop()).toBe(0);
    expect(await front.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  it('kubectl finds, explains and prints its kinds', async () => {
    await eventually(async () => expect(await ok('api-resources')).toMatch(/berths +bt +harbor.example.com\/v1 +true/));
    await eventually(async () => expect(await ok('explain berth.spec')).toContain('Maximum size of a ship.'));
    await apply(berth('north', 'default'));
    expect(await ok('get bt')).toMatch(/^NAME +.*\nnorth /);
  });

  it('kubectl applies by both ways, patches, watches and deletes', async () => {
    const followed = kubectl.follow('get berths -w --output-watch-events');
    try {
      expect(await apply(berth('south', 'default'))).toContain('berth.harbor.example.com/south created');
      expect(
        await apply(berth('south', 'default', { labels: { a: 'b' } }), '--server-side', '--force-conflicts'),
      ).toContain('serverside-applied');
      expect(await ok('label berth south c=d')).toContain('labeled');
      expect(await ok('delete berth south')).toContain('deleted');
      const seen: string[] = [];
      while (!seen.at(-1)?.startsWith('DELETED'))
        seen.push((await followed.next()) ?? 'DELETED, or the watch has ended');
      expect(seen.filter((line) => line.includes(' south ')).map((line) => line.split(' ')[0])).toEqual(
        expect.arrayContaining(['ADDED', 'MODIFIED', 'DELETED']),
      );
    } finally {
      followed.stop();
    }
  });

  it('deleting a namespace empties it there, too', async () => {
    await ok('create namespace dock');
    await apply(berth('west', 'dock'));
    await ok('delete namespace dock --timeout=80s');
    expect(await kubectl.fails('get berth west -n dock')).toContain('not found');
  });

  it('serves again after a restart, with all that was stored', async () => {
    const { port } = new URL(extension.url);
    await extension.stop();
    expect(await kubectl.fails('get berths')).toMatch(/unable to handle the request|currently unavailable/);
    expect(await ok('get namespaces')).toContain('default');
    extension = await startExtension(port);
    await eventually(async () => expect(await ok('get berths')).toContain('north'));
  });

  it('kubectl of a user without rights is refused by the front', async () => {
    expect(await kubectl.fails('get berths --as=nobody')).toContain(
      'User "nobody" cannot list resource "berths" in API group "harbor.example.com"',
    );
  });
});
