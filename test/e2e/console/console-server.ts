import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, connect } from '../../../src/client/index.js';
import { type BuiltServer, startBuiltServer } from '../../support/built-server.js';

const TOKENS = 'admin-token,admin,1,"system:masters"\nbob-token,bob,2,"devs"\n';

/** A server with the console, and a client of it. `admin-token` is that of an administrator, `bob-token` that of a user without rights. */
export interface ConsoleServer {
  readonly server: BuiltServer;
  readonly client: Client;
  close(): Promise<void>;
}

/** Starts one, with more flags. */
export async function startConsoleServer(flags: readonly string[] = []): Promise<ConsoleServer> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-console-'));
  const tokens = join(directory, 'tokens.csv');
  await writeFile(tokens, TOKENS);
  const server = await startBuiltServer(['--console', '--decision-trace', `--token-auth-file=${tokens}`, ...flags]);
  const client = await connect({ kubeconfig: server.kubeconfigPath, fieldManager: 'tester' });
  const close = async (): Promise<void> => {
    await client.close();
    await server.stop();
    await rm(directory, { recursive: true });
  };
  return { server, client, close };
}
