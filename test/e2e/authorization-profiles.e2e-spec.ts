import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { FakeWebhook, kubeconfigOf } from '../support/fake-webhook.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

describeWithKubectl('a server with authorizers of its own', () => {
  let directory: string;
  let webhook: FakeWebhook;
  let server: BuiltServer | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-profiles-'));
    webhook = await FakeWebhook.start();
    webhook.answerJson(({ body }) => {
      const { user } = (JSON.parse(body) as { spec: { user: string } }).spec;
      return { status: user === 'alice' ? { allowed: true } : { denied: true, reason: 'nobody but Alice' } };
    });
  });

  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  afterAll(async () => {
    await webhook.close();
    await rm(directory, { recursive: true });
  });

  async function file(name: string, content: string): Promise<string> {
    await writeFile(join(directory, name), content);
    return join(directory, name);
  }

  async function configuration(): Promise<string> {
    const kubeConfigFile = await file('webhook.kubeconfig', kubeconfigOf(webhook.url));
    const connectionInfo = { type: 'KubeConfigFile', kubeConfigFile };
    const entry = { timeout: '3s', failurePolicy: 'Deny', subjectAccessReviewVersion: 'v1', connectionInfo };
    const authorizers = [
      { type: 'Webhook', name: 'w', webhook: entry },
      { type: 'RBAC', name: 'rbac' },
    ];
    const head = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration' };
    return file('authorization.yaml', JSON.stringify({ ...head, authorizers }));
  }

  const PROFILES: readonly (readonly [mode: string, id: string, flags: () => Promise<string[]>, access: string])[] = [
    [
      'AlwaysDeny',
      'AZMODE-03',
      async () => ['--authorization-mode=AlwaysDeny'],
      'bob: Everything is forbidden., alice: Everything is forbidden.',
    ],
    [
      'ABAC',
      'AZMODE-04',
      async () => {
        const policies = await file('policies', '{"user":"alice","namespace":"default","resource":"configmaps"}\n');
        return ['--authorization-mode=ABAC', `--authorization-policy-file=${policies}`];
      },
      'bob: No policy matched., alice: yes',
    ],
    [
      'Webhook',
      'AZMODE-07',
      async () => {
        const kubeconfig = await file('webhook.kubeconfig', kubeconfigOf(webhook.url));
        return ['--authorization-mode=RBAC,Webhook', `--authorization-webhook-config-file=${kubeconfig}`];
      },
      'bob: nobody but Alice, alice: yes',
    ],
    [
      'a file',
      'AZMODE-11',
      async () => [`--authorization-config=${await configuration()}`],
      'bob: nobody but Alice, alice: yes',
    ],
  ];

  it.each(PROFILES)('decides by %s [%s]', async (_mode, _id, flags, expected) => {
    server = await startBuiltServer([...(await flags()), '--controllers=-*']);
    const kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    const listAs = async (user: string): Promise<string> => {
      const { code, stderr } = await kubectl.run([
        'get',
        '--raw',
        '/api/v1/namespaces/default/configmaps',
        `--as=${user}`,
      ]);
      return `${user}: ${code === 0 ? 'yes' : stderr.trim().slice(stderr.trim().lastIndexOf(': ') + 2)}`;
    };
    expect(`${await listAs('bob')}, ${await listAs('alice')}`).toBe(expected);
    expect((await kubectl.run(['get', 'namespaces'])).code).toBe(0);
  });

  it.each<[string, () => Promise<string[]>, RegExp]>([
    [
      'a policy file with a broken line',
      async () => [
        '--authorization-mode=ABAC',
        `--authorization-policy-file=${await file('broken', '\n{"user":"a","verb":"get"}')}`,
      ],
      /error reading policy file .*, line 2: verb: Invalid value: "verb": unknown field/,
    ],
    [
      'a file beside flags that say it as well [AZMODE-12]',
      async () => [`--authorization-config=${await configuration()}`, '--authorization-mode=RBAC'],
      /--authorization-config can not be specified when --authorization-mode/,
    ],
  ])('does not start with %s', async (_, flags, message) => {
    const own = ['--secure-port=0', `--data-dir=${join(directory, 'data')}`];
    const child = spawn(process.execPath, [MAIN, ...own, ...(await flags())], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, said]).toEqual([1, expect.stringMatching(message)]);
  });
});
