import 'reflect-metadata';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { berthKind } from '../../../plugins/example/berth/berth.kind.js';
import { HarborPlugin } from '../../../plugins/example/index.js';
import { SELF_SIGNED_CA } from '../../../test/support/self-signed-ca.js';
import { parseYaml } from '../../codecs/yaml/index.js';
import { ApiGroupPlugin } from '../../plugin-api/index.js';
import type { PluginClass } from '../../plugin-host/index.js';
import { CommandError } from '../output.js';
import { writeManifests } from './write-manifests.js';

type Manifest = Record<string, any>;

@ApiGroupPlugin({
  group: 'harbor.example.com',
  versions: ['v1', 'v1beta1'],
  kinds: [berthKind],
  roles: { view: true, clusterRoles: [{ name: 'pilot', rules: [], subjects: [{ kind: 'Group', name: 'pilots' }] }] },
})
class QuayPlugin {}

const LEAST = ['--plugins=./dist/harbor.js', '--image=harbor:1'];

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-manifests-'));
});

afterAll(() => rm(directory, { recursive: true }));

async function write(words: readonly string[], plugins: readonly PluginClass[] = [HarborPlugin]): Promise<string> {
  let text = '';
  const output = { out: { write: (part: string) => (text += part) }, err: { write: () => {} } };
  await writeManifests(words, output, () => Promise.resolve([...plugins]));
  return text;
}

const documentsOf = (text: string): Manifest[] => text.split('---\n').map((each) => parseYaml(each).value as Manifest);

async function manifests(...more: string[]): Promise<(kind: string) => Manifest[]> {
  const all = documentsOf(await write([...LEAST, ...more]));
  return (kind) => all.filter((object) => object.kind === kind);
}

const containerOf = ([deployment]: Manifest[]): Manifest => deployment.spec.template.spec.containers[0] as Manifest;

describe('writeManifests()', () => {
  it('registers every version that is served, the preferred one first', async () => {
    const of = await manifests();
    expect(of('APIService').map(({ metadata, spec }) => [metadata.name, spec.versionPriority, spec.caBundle])).toEqual([
      ['v1.harbor.example.com', 100, undefined],
      ['v1beta1.harbor.example.com', 99, undefined],
    ]);
    expect(of('APIService')[0].spec.service).toEqual({ namespace: 'harbor-system', name: 'harbor', port: 443 });
  });

  it('gives users the roles that plugins declare, in place of those for all kinds', async () => {
    const rights = async (plugin: PluginClass): Promise<string[]> => {
      const text = await write(LEAST, [plugin]);
      const objects = documentsOf(text).filter(({ kind }) => kind === 'ClusterRole' || kind === 'ClusterRoleBinding');
      return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).filter((each) => !each.includes('auth'));
    };
    const server = ['ClusterRole harbor:server', 'ClusterRoleBinding harbor:server'];
    expect(await rights(HarborPlugin)).toEqual([...server, 'ClusterRole harbor:view', 'ClusterRole harbor:edit']);
    expect(await rights(QuayPlugin)).toEqual([
      ...server,
      'ClusterRole harbor.example.com:view',
      'ClusterRole harbor.example.com:pilot',
      'ClusterRoleBinding harbor.example.com:pilot',
    ]);
  });

  it('runs the server by its own certificate, whose authority it publishes', async () => {
    const of = await manifests();
    expect(containerOf(of('Deployment')).args).toEqual([
      'serve-extension',
      '--plugins=/plugins/harbor.js',
      '--secure-port=6443',
      '--external-hostname=harbor.harbor-system.svc',
      '--publish-ca-bundle',
    ]);
    const rules = of('ClusterRole').find(({ metadata }) => metadata.name === 'harbor:server')!.rules as Manifest[];
    expect(rules.find(({ resources }) => resources.includes('apiservices'))).toMatchObject({
      resourceNames: ['v1.harbor.example.com', 'v1beta1.harbor.example.com'],
      verbs: ['get', 'list', 'watch', 'patch'],
    });
  });

  it('gives pods no more than they need', async () => {
    const of = await manifests();
    const { securityContext, startupProbe, livenessProbe, readinessProbe } = containerOf(of('Deployment'));
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
      '/livez',
      '/livez',
      '/readyz',
    ]);
    const { spec } = of('Deployment')[0];
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, fsGroup: 1000 });
    expect(of('PersistentVolumeClaim')[0].spec.resources.requests.storage).toBe('1Gi');
  });

  it('has the certificate of cert-manager injected', async () => {
    const of = await manifests('--ca=cert-manager');
    expect(of('APIService')[0].metadata.annotations).toEqual({
      'cert-manager.io/inject-ca-from': 'harbor-system/harbor-serving-cert',
    });
    expect(of('Certificate')[0].spec).toMatchObject({
      secretName: 'harbor-serving-cert',
      dnsNames: ['harbor.harbor-system.svc'],
    });
    expect(containerOf(of('Deployment')).args).toContain('--tls-cert-file=/serving-cert/tls.crt');
    expect(containerOf(of('Deployment')).args).not.toContain('--publish-ca-bundle');
  });

  it('takes the authority of a file over', async () => {
    const file = join(directory, 'ca.crt');
    await writeFile(file, SELF_SIGNED_CA);
    const of = await manifests('--ca=file', `--ca-file=${file}`);
    expect(Buffer.from(of('APIService')[0].spec.caBundle as string, 'base64').toString()).toBe(SELF_SIGNED_CA);
    await expect(manifests('--ca=file', `--ca-file=${join(directory, 'none')}`)).rejects.toThrow('--ca-file: ENOENT');
    await writeFile(file, 'no certificate');
    await expect(manifests('--ca=file', `--ca-file=${file}`)).rejects.toThrow('has no certificate in PEM');
  });

  it('names everything as it is asked to, and keeps nothing where that is wanted', async () => {
    const of = await manifests('--name=quay', '--namespace=port', '--storage-size=0');
    expect(of('PersistentVolumeClaim')).toEqual([]);
    expect(of('Deployment')[0].spec.template.spec.volumes[0]).toEqual({ name: 'data', emptyDir: {} });
    expect(of('Service')[0].metadata).toEqual({ name: 'quay', namespace: 'port' });
    expect(of('ClusterRoleBinding').map(({ metadata }) => metadata.name)).toEqual([
      'quay:auth-delegator',
      'quay:server',
    ]);
  });

  it('gives the roles of users what their kinds have', async () => {
    const of = await manifests();
    const [view, edit] = ['view', 'edit'].map((name) =>
      of('ClusterRole').find(({ metadata }) => metadata.name === `harbor:${name}`)!,
    );
    expect(view.metadata.labels).toEqual({ 'rbac.authorization.k8s.io/aggregate-to-view': 'true' });
    expect(view.rules[0].resources).toEqual(['berths', 'berths/scale', 'berths/status']);
    expect(edit.rules[0].resources).toEqual(['berths', 'berths/scale']);
    expect(edit.rules[0].verbs).not.toContain('get');
  });

  it('writes a directory for kustomize', async () => {
    const out = join(directory, 'out');
    await write([...LEAST, `--out=${out}`]);
    const kustomization = parseYaml(await readFile(join(out, 'kustomization.yaml'), 'utf8')).value as Manifest;
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual((await readdir(out)).sort());
    const written = kustomization.resources.map((name: string) => readFile(join(out, name), 'utf8'));
    expect((await Promise.all<string>(written)).join('---\n')).toBe(await write(LEAST));
  });

  it.each([
    [[], '--plugins FILE is missing'],
    [['--plugins=a.js'], '--image NAME is missing'],
    [[...LEAST, '--ca=vault'], '--ca: "vault" is not one of own, cert-manager, file'],
    [[...LEAST, '--ca=file'], '--ca=file and --ca-file FILE belong together'],
    [[...LEAST, '--ca-file=x'], '--ca=file and --ca-file FILE belong together'],
    [[...LEAST, '--storage-size=big'], '--storage-size: give a size'],
    [[...LEAST, '--name=Harbor'], '--name: "Harbor"'],
    [[...LEAST, '--namespace=a.b'], '--namespace: "a.b"'],
    [[...LEAST, '--replicas=3'], "Unknown option '--replicas'"],
  ])('refuses %j', async (words, message) => {
    const error = await write(words).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CommandError);
    expect((error as Error).message).toContain(message);
  });

  it('refuses plugins that serve nothing', async () => {
    await expect(write([...LEAST, '--name=x'], [])).rejects.toThrow('the plugins serve no group version');
  });
});
