import { execFile, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The result of a run of kubectl. */
export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a run differs from others. */
export interface KubectlRun {
  /** Standard input. */
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Found on the path. */
const KUBECTL = 'kubectl';
const OLDEST_MINOR = 30;
/** Jest's deadline comes first, but for a process that a test has forgotten. */
const TIMEOUT_MS = 320_000;

/** A suite that needs kubectl; without one on the path that the tests are written for it is skipped, and says so. */
export function describeWithKubectl(name: string, body: () => void): void {
  (isKubectlUsable() ? describe : describe.skip)(name, body);
}

/** The same for a single test. */
export function itWithKubectl(name: string, body: () => Promise<void>, timeout?: number): void {
  (isKubectlUsable() ? it : it.skip)(name, body, timeout);
}

let isUsable: boolean | undefined;

function isKubectlUsable(): boolean {
  if (isUsable !== undefined) return isUsable;
  isUsable = hasUsableKubectl();
  if (!isUsable) process.stderr.write(`skipped: there is no kubectl 1.${OLDEST_MINOR} or newer on the path\n`);
  return isUsable;
}

/** Reports whether the kubectl on the path is 1.30 or newer. */
function hasUsableKubectl(): boolean {
  const { status, stdout } = spawnSync(KUBECTL, ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  if (status !== 0) return false;
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { major: string; minor: string } };
  return Number(clientVersion.major) > 1 || Number.parseInt(clientVersion.minor, 10) >= OLDEST_MINOR;
}

/** A run of kubectl that lasts until it is stopped. */
export interface FollowedKubectl {
  /** The next line it prints; undefined when it has ended. */
  next(): Promise<string | undefined>;
  /** Its exit code once it has ended. */
  readonly ended: Promise<number | null>;
  stop(): void;
}

/** Runs kubectl against one server, with its own cache. */
export class Kubectl {
  constructor(
    private readonly kubeconfigPath: string,
    private readonly cacheDir: string,
  ) {}

  /** Runs a command and answers what came of it, also when it failed. */
  run(args: readonly string[], { input, environment }: KubectlRun = {}): Promise<KubectlResult> {
    const env = { ...this.environment(), ...environment };
    return new Promise((resolve) => {
      const child = execFile(
        KUBECTL,
        [...args],
        { env, timeout: TIMEOUT_MS, maxBuffer: 1 << 26 },
        (error, stdout, stderr) => {
          resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
        },
      );
      child.stdin!.end(input);
    });
  }

  /** Runs a command that has to succeed and answers what it printed. Words are separated by blanks. */
  async ok(command: string, run?: KubectlRun): Promise<string> {
    const { code, stdout, stderr } = await this.run(command.split(' '), run);
    if (code !== 0) throw new Error(`kubectl ${command} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a command that has to fail and answers its complaint. */
  async fails(command: string, run?: KubectlRun): Promise<string> {
    const { code, stdout, stderr } = await this.run(command.split(' '), run);
    if (code === 0) throw new Error(`kubectl ${command} succeeded: ${stdout}`);
    return stderr;
  }

  /** Starts a command that keeps running, and yields the lines it prints. */
  follow(command: string, { environment }: Pick<KubectlRun, 'environment'> = {}): FollowedKubectl {
    const child = spawn(KUBECTL, command.split(' '), {
      env: { ...this.environment(), ...environment },
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      ended: new Promise((resolve) => child.once('exit', resolve)),
      next: async () => {
        const line = await lines.next();
        return line.done ? undefined : line.value;
      },
      stop: () => void child.kill(),
    };
  }

  private environment(): NodeJS.ProcessEnv {
    return { ...process.env, KUBECONFIG: this.kubeconfigPath, KUBECACHEDIR: this.cacheDir };
  }
}
