import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

interface Workload {
  readonly spec: { readonly template: { readonly metadata: object; readonly spec: object } };
}

describeWithKubectl('the manifests of deploy/', () => {
  let directory: string;
  let server: BuiltServer;
  let kubectl: Kubectl;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-deploy-'));
    server = await startBuiltServer();
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  /** Creates a pod of a workload's template: admission rules on pods say more than those on templates. */
  async function createPod(workload: string, name: string): Promise<string> {
    const { spec } = JSON.parse(await kubectl.ok(`get ${workload} -n binnacle -o json`)) as Workload;
    const volumes = [{ name: 'data', emptyDir: {} }];
    const { spec: podSpec, metadata } = spec.template;
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, name, namespace: 'binnacle' },
      spec: { volumes, ...podSpec },
    };
    const { stderr, code } = await kubectl.run(['create', '-f', '-', '--validate=strict'], {
      input: JSON.stringify(pod),
    });
    expect(code).toBe(0);
    return stderr;
  }

  it.each([
    ['embedded', 'statefulset/binnacle'],
    ['etcd', 'deployment/binnacle'],
  ])('%s is accepted without a warning, by a namespace that takes restricted pods only', async (folder, workload) => {
    const applied = await kubectl.run(['apply', '-k', `deploy/kustomize/${folder}`, '--validate=strict']);
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    await kubectl.ok('wait --for=create serviceaccount/default -n binnacle --timeout=80s');
    expect(await createPod(workload, folder)).toBe('');
  });

  it('compose.yaml mounts the volume where the image keeps its data', async () => {
    const compose = load(await readFile('deploy/compose.yaml', 'utf8')) as {
      services: { binnacle: { volumes: string[]; read_only: boolean } };
    };
    const dockerfile = await readFile('Dockerfile', 'utf8');
    const [, volume] = /^VOLUME (\S+)$/m.exec(dockerfile)!;
    expect(compose.services.binnacle).toMatchObject({ read_only: true, volumes: [`data:${volume}`] });
  });
});
