import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from './built-server.js';
import { eventually } from './eventually.js';
import { TestClient } from './test-client.js';

const TOKEN = 'admin';

/** A built server with two workers, in its own directory. */
export class WorkerServer {
  private readonly clients: TestClient[] = [];

  private constructor(
    readonly server: BuiltServer,
    readonly directory: string,
    private readonly ca: string,
  ) {}

  /** Starts one, and waits until both workers serve. */
  static async start(flags: readonly string[] = []): Promise<WorkerServer> {
    const started = await WorkerServer.begin(flags);
    for (const number of [1, 2]) await started.clientOf(number);
    return started;
  }

  /** Starts one, and waits until both workers have been started; the second one does not serve yet. */
  static async begin(flags: readonly string[] = []): Promise<WorkerServer> {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-workers-'));
    const tokens = join(directory, 'tokens.csv');
    await writeFile(tokens, `${TOKEN},admin,1,system:masters\n`);
    const dataDir = join(directory, 'data');
    await mkdir(dataDir);
    const own = ['--workers=2', `--token-auth-file=${tokens}`];
    const server = await startBuiltServer([...own, ...flags], { dataDir });
    const ca = await readFile(join(server.dataDir, 'certs', 'ca.crt'), 'utf8');
    const begun = new WorkerServer(server, directory, ca);
    await eventually(async () => expect(await begun.workers()).toHaveLength(2));
    return begun;
  }

  /** A client of whichever worker takes its connections. */
  client(maxSockets?: number): TestClient {
    const client = new TestClient({ url: this.server.url, ca: this.ca, token: TOKEN, maxSockets });
    this.clients.push(client);
    return client;
  }

  /** A client whose one connection leads to a worker; a watch takes it up. */
  async clientOf(worker: number): Promise<TestClient> {
    return eventually(async () => {
      const client = this.client(1);
      const { headers } = await client.get('/version');
      if (headers['x-binnacle-worker'] === String(worker)) return client;
      client.close();
      throw new Error(`the connection did not lead to worker ${worker}`);
    });
  }

  /** Has all workers replaced, and waits until two serve of which none is a former one. */
  async replaceWorkers(): Promise<void> {
    const before = await this.workers();
    process.kill(this.server.pid, 'SIGUSR2');
    await eventually(async () => {
      const now = await this.workers();
      expect([now.length, now.filter((pid) => before.includes(pid))]).toEqual([2, []]);
    });
  }

  /** The process ids of the workers. */
  async workers(): Promise<number[]> {
    const { pid } = this.server;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.trim().split(' ').filter(Boolean).map(Number);
  }

  /** Ends it by SIGTERM; answers its exit code. */
  async stop(): Promise<number | null> {
    const code = await this.server.stop();
    for (const client of this.clients) client.close();
    await rm(this.directory, { recursive: true, force: true });
    return code;
  }
}
