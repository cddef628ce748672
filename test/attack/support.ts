import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { type BuiltServer, type BuiltServerSettings, startBuiltServer } from '../support/built-server.js';
import { TestClient } from '../support/test-client.js';

/** The longest that a neighbour's request may be held up, in milliseconds. */
export const MOST_LATENCY = 250;

const ADMIN = 'attack-admin';
const NOBODY = 'attack-nobody';
const PROBE_EVERY = 20;

/** A server in its own process, with clients of an administrator and of a user without any rights. */
export interface AttackedServer {
  readonly url: string;
  readonly ca: string;
  readonly adminToken: string;
  readonly nobodyToken: string;
  readonly admin: TestClient;
  readonly nobody: TestClient;
  readonly built: BuiltServer;
  /** A client of one's own, closed with the server. */
  connect(token: string, maxSockets?: number): TestClient;
  stop(): Promise<number | null>;
}

/** Starts the built server as it would run anywhere. */
export async function startAttackedServer(
  flags: readonly string[] = [],
  settings: BuiltServerSettings = {},
): Promise<AttackedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-attack-'));
  const tokens = join(directory, 'tokens.csv');
  await writeFile(tokens, `${ADMIN},admin,1,"system:masters"\n${NOBODY},nobody,2,""\n`);
  const built = await startBuiltServer([`--token-auth-file=${tokens}`, ...flags], settings);
  const ca = await readFile(join(built.kubeconfigPath, '..', 'ca.crt'), 'utf8');
  const clients: TestClient[] = [];
  const connect = (token: string, maxSockets?: number): TestClient => {
    const client = new TestClient({ url: built.url, ca, token, maxSockets });
    clients.push(client);
    return client;
  };
  const stop = async (): Promise<number | null> => {
    for (const client of clients) client.close();
    const code = await built.stop();
    await rm(directory, { recursive: true, force: true });
    return code;
  };
  const [admin, nobody] = [connect(ADMIN), connect(NOBODY)];
  while ((await admin.get('/readyz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  return { url: built.url, ca, adminToken: ADMIN, nobodyToken: NOBODY, admin, nobody, built, connect, stop };
}

/** Asks for /livez over and over on its own connection, and remembers the longest it had to wait. */
export class Prober {
  private worst = 0;
  private isStopped = false;
  private readonly running: Promise<void>;

  constructor(private readonly client: TestClient) {
    this.running = this.run();
  }

  /** The longest wait since it was last asked for, in milliseconds; a request in progress counts. */
  async takeWorst(): Promise<number> {
    await this.probe();
    const { worst } = this;
    this.worst = 0;
    return worst;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      await this.probe();
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY));
    }
  }

  private async probe(): Promise<void> {
    const started = performance.now();
    const { status } = await this.client.get('/livez');
    if (status !== 200) throw new Error(`/livez answers ${status}`);
    this.worst = Math.max(this.worst, performance.now() - started);
  }
}
