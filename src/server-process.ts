import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServer } from './server/index.js';
import type { ServiceManager } from './service-manager.js';

/** The text that describes how to reach a server. */
export function welcome(server: Pick<ApiServer, 'url' | 'insecureUrl' | 'kubeconfigPath'>): string {
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

/** How long an end waits for a server that is being opened, in milliseconds. */
const OPENING_MS = 1000;

/** A server that a signal ends. */
interface Closable {
  close(): Promise<void>;
}

/**
 * The first signal drains and closes; the second ends the process at once. A server that is still being opened is closed when it is
 * open, because it may listen already; one that stays unopened, say for lack of its store, has nothing to drain.
 */
export function stopOnSignals(opening: Closable | Promise<Closable>, manager: ServiceManager | undefined): void {
  let isStopping = false;
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    process.stdout.write('Shutting down\n');
    Promise.all([closeOpened(opening), manager?.notify('STOPPING=1')]).then(
      ([isClosed]) => process.exit(isClosed ? 0 : 128 + constants.signals[signal]),
      (error: unknown) => {
        process.stderr.write(`the shutdown failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function closeOpened(opening: Closable | Promise<Closable>): Promise<boolean> {
  const server = await Promise.race([opening, delay(OPENING_MS, undefined, { ref: false })]);
  await server?.close();
  return server !== undefined;
}
