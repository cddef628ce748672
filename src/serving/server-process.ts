import { constants } from 'node:os';
import type { ApiServer } from '../server/index.js';
import type { ServiceManager } from './service-manager.js';

/** The addresses of a server and the file that leads to it. */
export type Reachable = Pick<ApiServer, 'url' | 'insecureUrl' | 'kubeconfigPath'>;

/** Returns the line that names where a server listens. */
export function addressLine({ url, insecureUrl }: Reachable): string {
  return `Binnacle listens on ${url}${insecureUrl ? ` and ${insecureUrl}` : ''}\n`;
}

/** Returns the text that describes how to use a server that is ready. */
export function readyText({ kubeconfigPath }: Reachable): string {
  if (kubeconfigPath === '') return 'It is an extension server: its cluster leads requests to it.\n';
  return `Point kubectl at it:\n  export KUBECONFIG=${kubeconfigPath}\n  kubectl get namespaces\n`;
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
 * Handles signals: the first drains and closes, the second ends the process at once. A server that listens already is closed when
 * it is open, however long that takes; one that neither opens nor listens, say for lack of its store, has nothing to drain. Returns
 * what gives signals their usual effect again.
 */
export function stopOnSignals(opening: OpeningServer, manager: ServiceManager | undefined): () => void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
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
  return handleSignals({ SIGINT: stop, SIGTERM: stop });
}

/** Handles signals until what it returns is called. */
export function handleSignals(handlers: Partial<Record<NodeJS.Signals, NodeJS.SignalsListener>>): () => void {
  const entries = Object.entries(handlers);
  for (const [signal, handler] of entries) process.on(signal, handler);
  return () => {
    for (const [signal, handler] of entries) process.off(signal, handler);
  };
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
