import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, type CommandHost, type RunningServer } from '../output.js';
import { exitCodeOf } from './exit-code.js';
import { SignalRelay, codeOfSignal } from './signal-relay.js';

/** The exit codes of shells for a program that cannot be run. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/**
 * Runs `binnacle run`: starts a server with a store in memory and files in a temporary directory, and runs a program
 * with its kubeconfig. Signals reach the program; its exit code is the result. The server and the directory go with it.
 */
export async function runProgram(words: readonly string[], host: CommandHost): Promise<number> {
  const { flags, program } = split(words);
  if (!host.openServer) throw new CommandError('this program cannot start a server');
  const signals = new SignalRelay();
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-run-'));
  const removeFiles = (): void => rmSync(directory, { recursive: true, force: true });
  process.on('exit', removeFiles);
  let server: RunningServer | undefined;
  try {
    server = await host.openServer([...ownFlags(directory), ...flags]);
    if (signals.first) return codeOfSignal(signals.first);
    return await runWith(server, program, { signals, host });
  } finally {
    await server?.close();
    signals.close();
    removeFiles();
    process.off('exit', removeFiles);
  }
}

/** Those of the server come before `--`, the program and its arguments after it. */
function split(words: readonly string[]): { flags: readonly string[]; program: readonly string[] } {
  const end = words.indexOf('--');
  const program = end < 0 ? [] : words.slice(end + 1);
  if (program.length === 0) throw new CommandError('a command is missing: binnacle run [flags] -- COMMAND [ARGS]');
  return { flags: words.slice(0, end), program };
}

/** Flags of the command line come later, and replace these. */
function ownFlags(directory: string): string[] {
  return ['--secure-port=0', '--bind-address=127.0.0.1', '--storage-backend=memory', `--data-dir=${directory}`];
}

/** The signals of a program, and the host for messages. */
interface RunParts {
  readonly signals: SignalRelay;
  readonly host: CommandHost;
}

async function runWith(
  { url, kubeconfigPath }: RunningServer,
  [file, ...args]: readonly string[],
  { signals, host }: RunParts,
): Promise<number> {
  const env = { ...process.env, KUBECONFIG: kubeconfigPath, BINNACLE_URL: url };
  const child = spawn(file, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
  signals.relayTo(child);
  try {
    return await exitCodeOf(child);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    host.err.write(`error: ${file}: ${isMissing ? 'there is no such command' : (error as Error).message}\n`);
    return isMissing ? NOT_FOUND : NOT_EXECUTABLE;
  }
}
