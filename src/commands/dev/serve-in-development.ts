import { spawn } from 'node:child_process';
import { PluginError, folderOf } from '../../plugin-host/index.js';
import { CommandError, type CommandHost, EXIT } from '../output.js';
import { exitCodeOf } from '../run/exit-code.js';
import { SignalRelay, codeOfSignal } from '../run/signal-relay.js';
import { SourceChanges } from './source-changes.js';

/**
 * Runs `binnacle dev`: serves a plugin and reloads it when a file changes. One that is wrong at the start is tried again, each
 * time in its own process: Node keeps the modules of a failed attempt. Other failures end the command.
 */
export async function serveInDevelopment([file, ...flags]: readonly string[], host: CommandHost): Promise<number> {
  if (file === undefined || file.startsWith('-'))
    throw new CommandError('the FILE of a plugin is missing: binnacle dev FILE');
  if (!host.serve) throw new CommandError('this program does not serve');
  const words = [`--plugins=${file}`, '--watch-plugins', '--development', ...flags];
  const folder = folderOf(file);
  const changes = folder === undefined ? undefined : new SourceChanges(folder);
  try {
    await host.serve(words, 'cluster');
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof PluginError) || !changes) throw error;
    host.err.write(`error: ${String(error)}\n`);
    return await serveWhenChanged(['serve', ...words], changes, host);
  } finally {
    changes?.close();
  }
}

/** Serves after the next change, and after the one that follows where that fails, too. */
async function serveWhenChanged(words: readonly string[], changes: SourceChanges, host: CommandHost): Promise<number> {
  const signals = new SignalRelay();
  try {
    for (;;) {
      host.err.write('The plugin is tried again when one of its files changes\n');
      await Promise.race([changes.next(), signals.received]);
      if (signals.first) return codeOfSignal(signals.first);
      const code = await serveInProcess(words, signals);
      if (code !== EXIT.otherwise) return code;
    }
  } finally {
    signals.close();
  }
}

function serveInProcess(words: readonly string[], signals: SignalRelay): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1], ...words], { stdio: 'inherit' });
  signals.relayTo(child);
  return exitCodeOf(child);
}
