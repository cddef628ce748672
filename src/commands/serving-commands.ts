import type { Command } from './command.js';
import { CommandError, type CommandHost, EXIT } from './output.js';

/** The commands that serve; the program that hosts them serves, and shows their many flags itself. */
export const SERVING_COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Serve the API; the command when none is named',
    words: '[flags]',
    flags: [],
    load: async () => (words, host) => serveAs('cluster', words, host),
  },
  {
    name: 'serve-extension',
    summary: 'Serve the groups of plugins behind the API server of a cluster',
    words: '[flags]',
    flags: [],
    load: async () => (words, host) => serveAs('extension', words, host),
  },
  {
    name: 'run',
    summary: 'Run a command with a server of its own and a kubeconfig',
    words: '[flags of the server] -- COMMAND [ARGS]',
    flags: [],
    notes: [
      'The server listens on a free port of the loopback address, with its store in memory and its files in a temporary',
      'directory; flags of the server change that: binnacle run --plugins=./berths -- npx jest. The command gets',
      'KUBECONFIG (an administrator) and BINNACLE_URL, and all signals. Ends with the exit code of the command.',
    ].join('\n'),
    load: async () => (await import('./run/run-program.js')).runProgram,
  },
  {
    name: 'dev',
    summary: 'Serve a plugin in TypeScript or JavaScript, and reload it when a file changes',
    words: 'FILE [flags of the server]',
    flags: [],
    notes: [
      'binnacle dev ./src/index.ts is binnacle --plugins=./src/index.ts --watch-plugins --development. TypeScript is run with',
      'esbuild, which the plugin has as a development dependency. A change that cannot be loaded, or that fails the checks,',
      'leaves the former plugin served; the reason is in the log and at /readyz?verbose. A plugin that cannot be served at the',
      'start is tried again when a file changes.',
    ].join('\n'),
    load: async () => (await import('./dev/serve-in-development.js')).serveInDevelopment,
  },
  {
    name: 'version',
    summary: 'Show the version of the program and of the API',
    words: '',
    flags: [],
    load: async () => async (_words, host) => {
      host.out.write(host.versionText ?? '');
      return EXIT.done;
    },
  },
];

/** Reports whether a command's `--help` is answered by the flags that it parses. */
export function showsOwnHelp({ name }: Command, [first = '-']: readonly string[]): boolean {
  return name.startsWith('serve') || (name === 'envtest' && !first.startsWith('-'));
}

async function serveAs(role: 'cluster' | 'extension', words: readonly string[], host: CommandHost): Promise<number> {
  if (!host.serve) throw new CommandError('this program does not serve');
  await host.serve(words, role);
  return EXIT.done;
}
