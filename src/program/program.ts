import type { CommandHost } from '../commands/index.js';
import { tolerateBrokenOutput, versionText } from '../process/index.js';

/** Runs the program by the words of its command line. What a command does not need is not loaded. */
export function runProgram(words: readonly string[]): void {
  tolerateBrokenOutput();
  carryOut(words).catch((error: unknown) => refuse(error));
}

/** Reports whether a word asks for help, or is the value of a flag. What a server needs is not loaded for help. */
function mayAskForHelp(words: readonly string[]): boolean {
  return words.some((word) => word === '--help' || word === '-h');
}

function isCommand([first]: readonly string[]): boolean {
  return first !== undefined && !first.startsWith('-');
}

/** Runs the command that the first word names; serves if there is none. */
async function carryOut(words: readonly string[]): Promise<void> {
  if (isCommand(words)) {
    const { runCommand } = await import('../commands/index.js');
    // Until it has ended: one that Node gives up for lack of work has failed.
    process.exitCode = 1;
    process.exitCode = await runCommand(words[0], words.slice(1), commandHost());
    return;
  }
  const help = mayAskForHelp(words) ? await (await import('./server-help.js')).serverHelp(words) : undefined;
  if (help !== undefined) return void process.stdout.write(help);
  const { serve } = await import('../serving/index.js');
  return serve(words, 'cluster');
}

function commandHost(): CommandHost {
  return {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    ownPlugins: async () => (await import('../plugins.js')).BUILT_IN_PLUGINS,
    versionText: versionText(),
    serve: async (given, role, plugins) => (await import('../serving/index.js')).serve(given, role, { plugins }),
    openServer: async (words) => (await import('../serving/index.js')).openByFlags(words),
    startServer: async (options) => {
      const [{ startApiServer }, { createLogger }] = await Promise.all([
        import('../index.js'),
        import('../observability/index.js'),
      ]);
      // The output is that of a command.
      return startApiServer({ ...options, logger: createLogger({ isEnabled: false }) });
    },
  };
}

async function refuse(error: unknown): Promise<void> {
  process.stderr.write(`${await messageOf(error)}\n`);
  process.exit(1);
}

async function messageOf(error: unknown): Promise<string> {
  const [{ OptionsError }, { PluginError }] = await Promise.all([
    import('../options/index.js'),
    import('../plugin-host/index.js'),
  ]);
  if (error instanceof OptionsError) return error.message;
  const text = error instanceof PluginError || !(error instanceof Error) ? String(error) : error.message;
  return `error: ${text}`;
}
