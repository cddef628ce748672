import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const ROOT = resolve(import.meta.dirname, '..', '..');
const PATIENCE_MS = 270_000;
/** The first line that a server prints once it is ready. */
const READY = /^(Point kubectl at it:|It is an extension server:)/;

/** The server as its users run it: the built process, over TLS, with a store in its own directory. */
export interface BuiltServer {
  readonly url: string;
  readonly kubeconfigPath: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Where its standard error goes; paused where no one is to read it. */
  readonly standardError: Readable | null;
  /** Ends the process by SIGKILL. */
  kill(): Promise<void>;
  /** Ends the process by SIGTERM and answers its exit code; the store goes too. */
  stop(): Promise<number | null>;
}

/** The settings of a server in its own process, besides flags. */
export interface BuiltServerSettings {
  /** Where it keeps everything; the caller's to remove. Without it a directory is made, and goes with the server. */
  readonly dataDir?: string;
  /** A descriptor for its standard error; a pipe without it. */
  readonly standardError?: number;
  /** The command that serves; that of a cluster's own server without it. */
  readonly command?: 'serve-extension' | 'up';
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
}

let isBuilt = false;

/** Builds the server if the sources are newer: once in a process, which reads the times of all sources. */
export function ensureBuilt(): void {
  if (isBuilt) return;
  const built = spawnSync(process.execPath, [join(ROOT, 'tools', 'build.mjs'), '--if-stale'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`);
  isBuilt = true;
}

/** As `npm start` and the image start it; Node 24 would let the young generation grow to 134 MB. */
const YOUNG_GENERATION = '--max-semi-space-size=16';

/** Builds the server if the sources are newer, starts it on a free port and waits until it is ready. */
export async function startBuiltServer(
  flags: readonly string[] = [],
  settings: BuiltServerSettings = {},
): Promise<BuiltServer> {
  ensureBuilt();
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'binnacle-e2e-')));
  const own = [...(settings.command ? [settings.command] : []), '--secure-port=0', `--data-dir=${dataDir}`];
  const child = spawn(
    process.execPath,
    [YOUNG_GENERATION, ...(settings.nodeFlags ?? []), join(ROOT, 'dist', 'src', 'main.js'), ...own, ...flags],
    {
      cwd: dataDir,
      env: { ...process.env, ...settings.environment },
      stdio: ['ignore', 'pipe', settings.standardError ?? 'pipe'],
    },
  );
  const stop = async (): Promise<number | null> => {
    const code = await endProcess(child);
    if (settings.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  try {
    const url = await addressOf(child);
    const kubeconfigPath = join(dataDir, 'certs', 'admin.kubeconfig');
    const kill = (): Promise<void> => killProcess(child);
    return { url, kubeconfigPath, dataDir, pid: child.pid!, standardError: child.stderr, kill, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address that a server prints once it listens, as soon as it is ready: the namespaces of every cluster exist then. Rejects with
 * what it printed when it ends before.
 */
async function addressOf(child: ChildProcess): Promise<string> {
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-8192)));
  let address: string | undefined;
  for await (const line of createInterface({ input: child.stdout! })) {
    address ??= /listens on (https:\S+)/.exec(line)?.[1];
    if (address && READY.test(line)) {
      child.stdout!.resume();
      return address;
    }
  }
  throw new Error(`the server did not start: ${complaints}`);
}

async function killProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function endProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const [code] = await exited;
  clearTimeout(timer);
  return code;
}
