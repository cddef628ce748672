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

/** The first signal drains and closes; the second ends the process at once. */
export function stopOnSignals(server: { close(): Promise<void> }, manager: ServiceManager | undefined): void {
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
