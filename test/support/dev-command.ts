import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eventually } from './eventually.js';
import { run } from './packed-package.js';

export const MAIN = resolve('dist', 'src', 'main.js');

/** Generates the plugin `ports` in a folder, with the development dependency that running TypeScript needs; answers its own. */
export async function generatePlugin(folder: string): Promise<string> {
  const plugin = join(folder, 'ports');
  await run(process.execPath, [MAIN, 'new', 'plugin', 'ports'], { cwd: folder });
  await mkdir(join(plugin, 'node_modules', '@esbuild'), { recursive: true });
  await symlink(resolve('node_modules', 'esbuild'), join(plugin, 'node_modules', 'esbuild'));
  return plugin;
}

/** A data directory of its own below a folder, and the flags of a server that uses it and knows the token `admin-token`. */
export async function prepareServer(
  folder: string,
): Promise<{ readonly dataDir: string; readonly flags: readonly string[] }> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const tokens = join(dataDir, 'tokens.csv');
  await writeFile(tokens, 'admin-token,admin,1,"system:masters"\n');
  const flags = ['--secure-port=0', '--storage-backend=memory', `--data-dir=${dataDir}`, `--token-auth-file=${tokens}`];
  return { dataDir, flags };
}

/** The built program, with all that it prints. */
export class ProgramProcess {
  log = '';
  readonly child: ChildProcess;

  constructor(words: readonly string[], cwd: string) {
    this.child = spawn(process.execPath, [MAIN, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (text) => (this.log += String(text)));
  }

  /** Waits until a check holds. */
  async until(check: () => Promise<boolean> | boolean): Promise<void> {
    await eventually(async () => {
      if (!(await check())) throw new Error(`not yet; the log is\n${this.log}`);
    });
  }

  /** Sends SIGTERM, and answers the exit code. */
  async end(): Promise<unknown> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    return (await ended)[0];
  }
}
