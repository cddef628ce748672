import { constants } from 'node:os';
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

/** How long an end waits for a server that is being opened and does not listen yet, in milliseconds. */
const OPENING_MS = 1000;

/** A server that a signal ends. */
interface Closable {
  close(): Promise<void>;
}

/** A server that is being opened: clients are served from the moment it listens, before it is open in whole. */
export interface OpeningServer {
  readonly server: Closable | Promise<Closable>;
  /** Settles when it listens; not given for one that is open in whole. */
  readonly listening?: Promise<void>;
}

/**
 * The first signal drains and closes; the second ends the process at once. A server that listens already is closed when it is open,
 * however long that takes; one that neither opens nor listens, say for lack of its store, has nothing to drain.
 */
export function stopOnSignals(opening: OpeningServer, manager: ServiceManager | undefined): void {
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

async function closeOpened({ server, listening }: OpeningServer): Promise<boolean> {
  const isServed = await Promise.race([
    Promise.resolve(server).then(() => true),
    ...(listening ? [listening.then(() => true)] : []),
    new Promise<false>((resolve) => setTimeout(resolve, OPENING_MS, false).unref()),
  ]);
  if (isServed) await (await server).close();
  return isServed;
}
