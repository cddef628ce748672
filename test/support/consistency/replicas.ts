import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../built-server.js';
import { TestClient } from '../test-client.js';

const TOKEN = 'admin';

/** The flags of a server, by its number. */
type FlagsOf = (index: number) => readonly string[];

/** Servers over one store, each in its own process. */
export class Replicas {
  private readonly servers: { server: BuiltServer; client: TestClient }[] = [];

  private constructor(
    private readonly directory: string,
    private readonly flagsOf: FlagsOf,
  ) {}

  /** Starts some, with flags that name the store; each may have its own way to it. */
  static async start(count: number, flags: readonly string[] | FlagsOf): Promise<Replicas> {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-replicas-'));
    const tokens = join(directory, 'tokens.csv');
    await writeFile(tokens, `${TOKEN},admin,1,system:masters\n`);
    const flagsOf = typeof flags === 'function' ? flags : (): readonly string[] => flags;
    const replicas = new Replicas(directory, (index) => [`--token-auth-file=${tokens}`, ...flagsOf(index)]);
    for (let index = 0; index < count; index++) await replicas.open(index);
    return replicas;
  }

  get count(): number {
    return this.servers.length;
  }

  /** A client of one of them, as it is now. */
  client(index: number): TestClient {
    return this.servers[index]!.client;
  }

  /** A client of any. */
  any(): TestClient {
    return this.client(Math.floor(Math.random() * this.count));
  }

  /** Kills one of the processes that a server has started, by SIGKILL. */
  async killWorker(): Promise<void> {
    const { pid } = this.servers[0]!.server;
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean);
    process.kill(Number(children[Math.floor(Math.random() * children.length)]), 'SIGKILL');
  }

  /** Kills one by SIGKILL and starts it again. */
  async replace(index: number): Promise<void> {
    await this.servers[index]!.server.kill();
    await this.open(index);
  }

  async stop(): Promise<void> {
    for (const { client } of this.servers) client.close();
    // One that does not stop must not keep the others.
    await Promise.all(this.servers.map(({ server }) => server.stop()));
    await rm(this.directory, { recursive: true, force: true });
  }

  private async open(index: number): Promise<void> {
    const dataDir = await mkdtemp(join(this.directory, 'data-'));
    const server = await startBuiltServer(this.flagsOf(index), { dataDir });
    const ca = await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8');
    this.servers[index]?.client.close();
    this.servers[index] = { server, client: new TestClient({ url: server.url, ca, token: TOKEN, maxSockets: 32 }) };
  }
}
