import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithEtcd } from './etcd.js';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { hasProgram, skipAloud } from './kubernetes-programs.js';
import { TestClient } from './test-client.js';

const PROGRAM = 'kube-apiserver';
const TOKEN = 'token-of-an-administrator';

/** The token file that both servers of a test take. */
export const TOKEN_LINE = `${TOKEN},admin,admin,"system:masters"\n`;

/** `describe`, or without kube-apiserver and etcd in the PATH a `describe.skip` that says so. */
export const describeWithKubeApiserver = hasProgram(PROGRAM) ? describeWithEtcd : skipAloud(PROGRAM);

/** A client of a server on the loopback interface, with the rights of an administrator. */
export async function clientOf(url: string, authorityFile: string): Promise<TestClient> {
  return new TestClient({ url, ca: await readFile(authorityFile, 'utf8'), token: TOKEN });
}

/** kube-apiserver over an etcd, with the service account key of another server. */
export class KubeApiserver {
  private readonly directory = mkdtempSync(join(tmpdir(), 'binnacle-kube-apiserver-'));
  private process: ChildProcess | undefined;

  constructor(
    private readonly etcdUrl: string,
    private readonly certificates: string,
  ) {}

  /** Starts it, and answers a client once it is ready. */
  async start(): Promise<TestClient> {
    const port = await freePort();
    const tokens = join(this.directory, 'tokens.csv');
    writeFileSync(tokens, TOKEN_LINE);
    const own = (name: string): string => join(this.certificates, name);
    const flags = [
      `--etcd-servers=${this.etcdUrl}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=10.9.9.9',
      `--tls-cert-file=${own('apiserver.crt')}`,
      `--tls-private-key-file=${own('apiserver.key')}`,
      `--service-account-key-file=${own('sa.pub')}`,
      `--service-account-signing-key-file=${own('sa.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--token-auth-file=${tokens}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      // Its objects are of a version that releases before 1.29 cannot read.
      '--enable-priority-and-fairness=false',
    ];
    this.process = spawn(PROGRAM, flags, { stdio: 'ignore', cwd: this.directory });
    const client = await clientOf(`https://127.0.0.1:${port}`, own('ca.crt'));
    await eventually(async () => expect((await client.get('/readyz')).status).toBe(200));
    return client;
  }

  /** Ends it; the store stays. */
  async stop(): Promise<void> {
    const { process } = this;
    if (process?.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGTERM');
    await ended;
  }

  /** Ends it and removes its files. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
