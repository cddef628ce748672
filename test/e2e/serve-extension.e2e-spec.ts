import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { kubeconfigOf } from '../support/fake-webhook.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';
import type { Json } from '../support/test-client.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PLUGIN = join(ROOT, 'dist', 'plugins', 'example', 'index.js');
const GROUP = 'harbor.example.com';
const NAMESPACE = 'harbor-system';

describeWithKubectl('an extension server of a cluster', () => {
  let directory: string;
  let front: BuiltServer;
  let extension: BuiltServer;
  let kubectl: Kubectl;

  /** Runs a command that has to succeed. */
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);
  const berth = (name: string, namespace: string) => ({
    apiVersion: `${GROUP}/v1`,
    kind: 'Berth',
    metadata: { name, namespace },
    spec: { size: { lengthMeters: 100 } },
  });
  const apply = (object: object, ...flags: string[]): Promise<string> =>
    ok(['apply', ...flags, '-f', '-'].join(' '), { input: JSON.stringify(object) });

  /** Starts the server as its Deployment says, in a process of this machine, with the credentials of its account. */
  async function startAsDeployed(port = '0'): Promise<BuiltServer> {
    const deployment = JSON.parse(await ok(`get deployment harbor -n ${NAMESPACE} -o json`)) as Json;
    const [, ...words] = deployment.spec.template.spec.containers[0].args as string[];
    const kept = words.filter((word) => !/^--(plugins|secure-port)=/.test(word));
    const flags = [...kept, `--plugins=${PLUGIN}`, `--secure-port=${port}`];
    const kubeconfig = join(directory, 'account.kubeconfig');
    return startBuiltServer([...flags, `--kubeconfig=${kubeconfig}`], {
      command: 'serve-extension',
      dataDir: join(directory, 'extension'),
    });
  }

  /** Points the Service of the manifests at a port of this machine: this test has no pods. */
  async function route(port: number): Promise<void> {
    await ok(`delete service harbor -n ${NAMESPACE}`);
    const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
    await apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'harbor', namespace: NAMESPACE }, spec });
    for (const version of ['v1', 'v1beta1'])
      await ok(`patch apiservice ${version}.${GROUP} --type=merge -p {"spec":{"service":{"port":${port}}}}`);
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-extension-'));
    await mkdir(join(directory, 'extension'));
    front = await startBuiltServer();
    kubectl = new Kubectl(front.kubeconfigPath, join(directory, 'cache'));
    const manifests = join(directory, 'manifests');
    const words = ['manifests', `--plugins=${PLUGIN}`, '--image=harbor:1', `--out=${manifests}`];
    await promisify(execFile)(process.execPath, [join(ROOT, 'dist', 'src', 'main.js'), ...words]);
    await ok(`apply -k ${manifests}`);
    const token = (await ok(`create token harbor -n ${NAMESPACE}`)).trim();
    const certificateAuthority = join(front.kubeconfigPath, '..', 'ca.crt');
    const cluster = { 'certificate-authority': certificateAuthority };
    await writeFile(join(directory, 'account.kubeconfig'), kubeconfigOf(front.url, { cluster, user: { token } }));
    extension = await startAsDeployed();
    await route(Number(new URL(extension.url).port));
    for (const version of ['v1', 'v1beta1'])
      await ok(`wait apiservice/${version}.${GROUP} --for=condition=Available --timeout=80s`);
  });

  afterAll(async () => {
    expect(await extension.stop()).toBe(0);
    expect(await front.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  it('kubectl finds, explains, applies, prints and follows its kinds', async () => {
    await eventually(async () => expect(await ok('api-resources')).toMatch(/berths +bt +harbor.example.com\/v1 +true/));
    await eventually(async () => expect(await ok('explain berth.spec')).toContain('Maximum size of a ship.'));
    const followed = kubectl.follow('get berths -w --output-watch-events');
    try {
      expect(await apply(berth('north', 'default'))).toContain('berth.harbor.example.com/north created');
      expect(await apply(berth('north', 'default'), '--server-side', '--force-conflicts')).toContain(
        'serverside-applied',
      );
      expect(await ok('get bt')).toMatch(/^NAME +.*\nnorth /);
      const seen: string[] = [];
      while (!seen.some((line) => /^(ADDED|MODIFIED) +north /.test(line))) {
        seen.push((await followed.next()) ?? 'ADDED north without a watch');
      }
    } finally {
      followed.stop();
    }
  });

  it('refuses namespaces that are not there, and is emptied with those that go', async () => {
    expect(await kubectl.fails(`create -f -`, { input: JSON.stringify(berth('one', 'nowhere')) })).toContain(
      'namespaces "nowhere" not found',
    );
    await ok('create namespace dock');
    await apply(berth('west', 'dock'));
    await ok('delete namespace dock --timeout=80s');
    expect(await kubectl.fails('get berth west -n dock')).toContain('not found');
  });

  it('gives users the rights that they have by the roles of the cluster', async () => {
    expect(await kubectl.fails('get berths --as=pat')).toContain('User "pat" cannot list resource "berths"');
    await ok('create rolebinding pat --clusterrole=edit --user=pat');
    await eventually(async () => expect(await ok('get berths --as=pat')).toContain('north'));
    expect(await ok('auth can-i delete berths --as=pat')).toContain('yes');
    expect(await kubectl.fails('get berths -n kube-system --as=pat')).toContain('forbidden');
  });

  it('serves again after a restart, with all that was stored', async () => {
    const { port } = new URL(extension.url);
    await extension.stop();
    expect(await kubectl.fails('get berths')).toMatch(/unable to handle the request|currently unavailable/);
    expect(await ok('get namespaces')).toContain('default');
    extension = await startAsDeployed(port);
    await eventually(async () => expect(await ok('get berths')).toContain('north'));
  });
});
