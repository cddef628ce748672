#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { settleEngine } from './engine-settings.js';
import { createLogger, requestReload, surviveStrayFailures, tolerateBrokenOutput } from './observability/index.js';
import { formatProblems, OptionsError, parseExtensionOptions, parseOptions } from './options/index.js';
import { PluginError, loadPlugins } from './plugin-host/index.js';
import { BUILT_IN_PLUGINS, EXTENSION_PLUGINS } from './plugins.js';
import { type ApiServer, loggerSettings, startServer } from './server/index.js';
import { versionText } from './program-version.js';
import type { TestingCommand } from './testing/command/index.js';
import { type ServiceManager, reloadNotifying, serviceManagerOf } from './service-manager.js';

/** For servers whose output is that of a command. */
const QUIET = createLogger({ isEnabled: false });

/** First words of commands. */
const COMMANDS = new Set(['admission', 'authz', 'config', 'crd', 'manifests', 'report', 'types']);
const TESTING_COMMANDS = new Set(['test-server', 'envtest-assets', 'envtest']);

/** Flags to a running server, or a command to what it prints. */
async function main(): Promise<void> {
  if (process.argv[2] === 'kubeconfig') {
    const { kubeconfigCommand } = await import('./kubeconfig-command.js');
    return void process.stdout.write(await kubeconfigCommand(process.argv.slice(3)));
  }
  if (COMMANDS.has(process.argv[2])) {
    const { runCommand } = await import('./commands/index.js');
    const [command, ...words] = process.argv.slice(2);
    process.exitCode = await runCommand(command, words, {
      out: process.stdout,
      err: process.stderr,
      input: process.stdin,
      plugins: BUILT_IN_PLUGINS,
      startServer: async (options) => (await import('./index.js')).startApiServer({ ...options, logger: QUIET }),
    });
    return;
  }
  if (TESTING_COMMANDS.has(process.argv[2])) {
    const { runTestingCommand } = await import('./testing/command/index.js');
    const flags = await runTestingCommand(process.argv[2] as TestingCommand, process.argv.slice(3));
    if (!flags) return;
    process.argv.splice(2, Infinity, ...flags);
  }
  return process.argv[2] === 'serve-extension' ? serve(3, 'extension') : serve(2, 'cluster');
}

/** Serves as the words of the command line from the given one on say. */
async function serve(first: number, role: 'cluster' | 'extension'): Promise<void> {
  const parse = role === 'extension' ? parseExtensionOptions : parseOptions;
  const parsed = await parse(process.argv.slice(first), process.env, (path) => readFileSync(path, 'utf8'));
  if ('help' in parsed) return void process.stdout.write(parsed.help);
  if ('wantsVersion' in parsed) return void process.stdout.write(versionText());
  if ('problems' in parsed) return refuse(formatProblems(parsed.problems));
  for (const warning of parsed.warnings) process.stderr.write(`warning: ${warning}\n`);
  const { options } = parsed;
  const ownPlugins = role === 'extension' ? EXTENSION_PLUGINS : BUILT_IN_PLUGINS;
  const plugins = [...ownPlugins, ...(await loadPlugins(options.extensions.plugins))];
  const logger = createLogger(loggerSettings(options));
  const manager = serviceManagerOf(process.env, logger);
  process.on('SIGHUP', () => void reloadNotifying(manager, requestReload));
  const server = await startServer(options, { plugins, ownPlugins, logger });
  surviveStrayFailures(logger);
  stopOnSignals(server, manager);
  process.stdout.write(welcome(server));
  await server.ready.catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  await manager?.notify('READY=1');
}

function welcome(server: ApiServer): string {
  if (server.kubeconfigPath === '')
    return `Binnacle listens on ${server.url}\nIt is an extension server: its cluster leads requests to it.\n`;
  const insecure = server.insecureUrl ? ` and ${server.insecureUrl}` : '';
  return [
    `Binnacle listens on ${server.url}${insecure}`,
    'Point kubectl at it:',
    `  export KUBECONFIG=${server.kubeconfigPath}`,
    '  kubectl get namespaces',
    '',
  ].join('\n');
}

/** The first signal drains and closes; the second ends the process at once. */
function stopOnSignals(server: ApiServer, manager: ServiceManager | undefined): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    process.stdout.write('Shutting down\n');
    Promise.all([server.close(), manager?.notify('STOPPING=1')]).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`the shutdown failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function refuse(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

settleEngine();
tolerateBrokenOutput();
main().catch((error: unknown) => {
  if (error instanceof OptionsError) {
    refuse(error.message);
    process.exit(1);
  }
  const text = error instanceof PluginError || !(error instanceof Error) ? String(error) : error.message;
  refuse(process.argv[2] === 'kubeconfig' ? `error: ${text}` : `Binnacle cannot start: ${text}`);
  process.exit(1);
});
