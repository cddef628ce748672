#!/usr/bin/env node
import type { CommandHost } from './commands/index.js';
import { settleEngine } from './engine-settings.js';
import { createLogger, tolerateBrokenOutput } from './observability/index.js';
import { OptionsError } from './options/index.js';
import { PluginError } from './plugin-host/index.js';
import { BUILT_IN_PLUGINS } from './plugins.js';
import { versionText } from './program-version.js';
import { openByFlags, serve } from './serve.js';

/** For servers whose output is that of a command. */
const QUIET = createLogger({ isEnabled: false });

const words = process.argv.slice(2);
const isCommand = words.length > 0 && !words[0].startsWith('-');

/** Runs the command that the first word names; serves where there is none. */
async function main(): Promise<void> {
  if (isCommand) {
    const { runCommand } = await import('./commands/index.js');
    process.exitCode = await runCommand(words[0], words.slice(1), commandHost());
  } else if (words.some((word) => word === '--help' || word === '-h')) {
    const { overview } = await import('./commands/index.js');
    await serve(words, 'cluster', { head: `${overview()}\n` });
  } else {
    await serve(words, 'cluster');
  }
}

function commandHost(): CommandHost {
  return {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    plugins: BUILT_IN_PLUGINS,
    versionText: versionText(),
    serve: (given, role, plugins) => serve(given, role, { plugins }),
    openServer: openByFlags,
    startServer: async (options) => (await import('./index.js')).startApiServer({ ...options, logger: QUIET }),
  };
}

function refuse(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  if (error instanceof OptionsError) return error.message;
  const text = error instanceof PluginError || !(error instanceof Error) ? String(error) : error.message;
  const serves = !isCommand || words[0].startsWith('serve');
  return `${serves ? 'Binnacle cannot start' : 'error'}: ${text}`;
}

settleEngine();
tolerateBrokenOutput();
main().catch(refuse);
