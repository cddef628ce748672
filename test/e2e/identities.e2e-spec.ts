import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { describeWithKubectl, Kubectl, type KubectlResult } from '../support/kubectl.js';
import type { Json } from '../support/test-client.js';

const MAIN = resolve(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');
const V1 = 'client.authentication.k8s.io/v1';
const V1BETA1 = 'client.authentication.k8s.io/v1beta1';
const PAST = '2020-01-01T00:00:00Z';

const run = promisify(execFile);

/** Writes down what it was given, and prints the credential for this run: the last file for all that follow. */
const PLUGIN = `#!/bin/sh
cd "$(dirname "$0")"
echo "$(echo "$KUBERNETES_EXEC_INFO" | tr -d "\\n")|$GREETING|$*" >> runs
count=$(wc -l < runs | tr -d ' ')
test -f "credential-$count" || count=last
cat "credential-$count"
`;

describeWithKubectl('identities', () => {
  let directory: string;
  let server: BuiltServer;
  let cluster: Json;
  let runs = 0;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-identities-'));
    const tokens = join(directory, 'tokens.csv');
    await writeFile(tokens, 'jane-token,jane,7,"devs"\n');
    server = await startBuiltServer([`--token-auth-file=${tokens}`]);
    const admin = load(await readFile(server.kubeconfigPath, 'utf8')) as Json;
    cluster = admin.clusters[0] as Json;
  });

  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const kubeconfigFor = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [MAIN, 'kubeconfig', `--data-dir=${server.dataDir}`, ...args])).stdout;

  /** The identity that a kubeconfig stands for, as kubectl shows it. */
  async function whoAmI(kubeconfig: string): Promise<Json> {
    const path = join(directory, `kubeconfig-${++runs}`);
    await writeFile(path, kubeconfig);
    const output = await new Kubectl(path, join(directory, `cache-${runs}`)).ok('auth whoami -o json');
    return (JSON.parse(output) as Json).status.userInfo as Json;
  }

  describe('binnacle kubeconfig', () => {
    it('signs a certificate for any user and groups', async () => {
      const kubeconfig = await kubeconfigFor('--user', '#jane: "doe", O=x', '--group=devs', '--group', 'a/b,c');
      expect(await whoAmI(kubeconfig)).toMatchObject({
        username: '#jane: "doe", O=x',
        groups: ['devs', 'a/b,c', 'system:authenticated'],
      });
    });

    it('writes a file for its owner, with another server and for a while', async () => {
      const path = join(directory, 'short.kubeconfig');
      const flags = ['--server=https://elsewhere:6443', '--valid-for=30m', `--out=${path}`];
      expect(await kubeconfigFor('--user=jane', ...flags)).toBe('');
      const written = load(await readFile(path, 'utf8')) as Json;
      expect(written.clusters[0].cluster.server).toBe('https://elsewhere:6443');
    });

    it.each<[string, string[], number, string]>([
      ['no user', [], 2, '--user: is needed'],
      ['an odd time', ['--user=a', '--valid-for=long'], 2, '--valid-for: "long" is no time'],
      ['an odd server', ['--user=a', '--server=ftp://a'], 2, '--server: "ftp://a" is no https URL'],
      ['an unknown flag', ['--users=a'], 2, "Unknown option '--users'. Did you mean --user?"],
      ['another directory', ['--user=a', '--cert-dir=/nowhere'], 1, '/nowhere/ca.crt: there is no such file'],
    ])('refuses %s', async (_, args, code, complaint) => {
      await expect(kubeconfigFor(...args)).rejects.toMatchObject({
        code,
        stderr: expect.stringContaining(complaint),
      });
    });
  });

  describe('an exec plugin', () => {
    interface Plugin {
      readonly exec?: Json;
      /** The output of each run; the last is repeated. */
      readonly credentials?: readonly Json[];
      readonly extensions?: Json[];
    }

    interface Outcome extends KubectlResult {
      /** The input of each run: info, environment, arguments. */
      readonly given: { readonly info: Json; readonly greeting: string; readonly args: string }[];
    }

    const token = (text: string, version = V1, more: Json = {}): Json => ({
      apiVersion: version,
      kind: 'ExecCredential',
      status: { token: text, ...more },
    });

    /** Runs kubectl as a user whose credentials come from the plugin. */
    async function kubectlWith(
      args: string,
      { exec = {}, credentials = [token('jane-token')], extensions }: Plugin = {},
    ): Promise<Outcome> {
      const own = join(directory, `plugin-${++runs}`);
      await mkdir(join(own, 'bin'), { recursive: true });
      const script = join(own, 'bin', 'plugin.sh');
      await writeFile(script, PLUGIN);
      await chmod(script, 0o755);
      await Promise.all(
        credentials.map((credential, i) =>
          writeFile(join(own, 'bin', `credential-${i + 1}`), JSON.stringify(credential)),
        ),
      );
      await writeFile(join(own, 'bin', 'credential-last'), JSON.stringify(credentials.at(-1)));
      const kubeconfig = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'c', cluster: { ...cluster.cluster, ...(extensions && { extensions }) } }],
        users: [{ name: 'u', user: { exec: { command: script, apiVersion: V1, interactiveMode: 'Never', ...exec } } }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      };
      await writeFile(join(own, 'kubeconfig'), JSON.stringify(kubeconfig));
      const result = await new Kubectl(join(own, 'kubeconfig'), join(own, 'cache')).run(args.split(' '));
      const noted = await readFile(join(own, 'bin', 'runs'), 'utf8').catch(() => '');
      const given = noted
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => {
          const [info, greeting, words] = line.split('|');
          return { info: JSON.parse(info) as Json, greeting, args: words };
        });
      return { ...result, given };
    }

    const nameIn = ({ stdout }: KubectlResult): string =>
      (JSON.parse(stdout || '{}') as Json).status?.userInfo?.username as string;
    const WHO = 'auth whoami -o json';

    it.each([V1, V1BETA1])('gives a token in version %s [EXEC-02, EXEC-10]', async (version) => {
      const outcome = await kubectlWith(WHO, {
        exec: { apiVersion: version },
        credentials: [token('jane-token', version)],
      });
      expect([nameIn(outcome), outcome.given[0].info.apiVersion]).toEqual(['jane', version]);
    });

    it.each<[string, Json, RegExp]>([
      ['without a command [EXEC-01]', { command: '' }, /command must be specified/],
      ['without a version [EXEC-02]', { apiVersion: '' }, /apiVersion must be specified/],
      ['in a version that is gone [EXEC-02]', { apiVersion: 'client.authentication.k8s.io/v1alpha1' }, /v1alpha1/],
      ['in v1 without a mode [EXEC-07]', { interactiveMode: undefined }, /interactiveMode must be specified/],
      [
        'that has to be asked by nobody [EXEC-07]',
        { interactiveMode: 'Always' },
        /cannot support interactive mode|standard input is not a terminal/,
      ],
      [
        'that is not there [EXEC-05]',
        { command: 'no-such-plugin', installHint: 'get it at example.com' },
        /get it at example\.com/,
      ],
    ])('is refused %s', async (_, exec, complaint) => {
      const { code, stderr } = await kubectlWith(WHO, { exec });
      expect(code).not.toBe(0);
      expect(stderr).toMatch(complaint);
    });

    it('may leave the mode out in v1beta1 [EXEC-07]', async () => {
      const exec = { apiVersion: V1BETA1, interactiveMode: undefined };
      expect(nameIn(await kubectlWith(WHO, { exec, credentials: [token('jane-token', V1BETA1)] }))).toBe('jane');
    });

    it('gets environment and arguments [EXEC-03, EXEC-04]', async () => {
      const exec = { env: [{ name: 'GREETING', value: 'hello' }], args: ['one', 'two'] };
      const [{ greeting, args }] = (await kubectlWith(WHO, { exec })).given;
      expect([greeting, args]).toEqual(['hello', 'one two']);
    });

    it('gets what the cluster is [EXEC-06, EXEC-09]', async () => {
      const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'a' } }];
      const { given } = await kubectlWith(WHO, { exec: { provideClusterInfo: true }, extensions });
      expect(given[0].info).toMatchObject({
        kind: 'ExecCredential',
        spec: {
          interactive: false,
          cluster: {
            server: server.url,
            'certificate-authority-data': cluster.cluster['certificate-authority-data'] as string,
            config: { audience: 'a' },
          },
        },
      });
    });

    it('gets no cluster info without asking [EXEC-06]', async () => {
      const { given } = await kubectlWith(WHO);
      expect(given[0].info.spec).toEqual({ interactive: false });
    });

    it('is found beside the kubeconfig by a relative path [EXEC-08]', async () => {
      expect(nameIn(await kubectlWith(WHO, { exec: { command: './bin/plugin.sh' } }))).toBe('jane');
    });

    it('is run once where its credential lasts, and again after it has expired [EXEC-12, EXEC-13]', async () => {
      const lasting = await kubectlWith('api-resources -o name');
      expect([lasting.code, lasting.given.length]).toEqual([0, 1]);
      const credentials = [token('jane-token', V1, { expirationTimestamp: PAST })];
      const ended = await kubectlWith('api-resources -o name', { credentials });
      expect(ended.code).toBe(0);
      expect(ended.given.length).toBeGreaterThan(1);
    });

    it('is run again when the server answers 401 [EXEC-13]', async () => {
      const { given } = await kubectlWith(WHO, { credentials: [token('stale'), token('jane-token')] });
      expect(given.length).toBeGreaterThan(1);
    });

    it('gives a certificate, and a changed one is shown by a new connection [EXEC-11, EXEC-14]', async () => {
      const credentialOf = async (...args: string[]): Promise<Json> => {
        const { user } = (load(await kubeconfigFor(...args)) as Json).users[0] as Json;
        const [cert, key] = ['client-certificate-data', 'client-key-data'].map((name) =>
          Buffer.from(user[name] as string, 'base64').toString(),
        );
        const status = { clientCertificateData: cert, clientKeyData: key, expirationTimestamp: PAST };
        return { apiVersion: V1, kind: 'ExecCredential', status };
      };
      const jane = await credentialOf('--user=jane');
      expect(nameIn(await kubectlWith(WHO, { credentials: [jane] }))).toBe('jane');
      const refused = await kubectlWith('get namespace default -o name', { credentials: [jane] });
      expect(refused.stderr).toContain('User "jane" cannot get resource "namespaces"');
      const credentials = [jane, await credentialOf('--user=root', '--group=system:masters')];
      expect((await kubectlWith('get namespace default -o name', { credentials })).stdout).toBe('namespace/default\n');
    });
  });
});
