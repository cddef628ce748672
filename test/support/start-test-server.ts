import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiServer, type StartApiServerOptions, startApiServer } from '../../src/index.js';
import { createLogger } from '../../src/observability/index.js';
import { type TestAnswer, TestClient, type TestRequest } from './test-client.js';

/** The token of the administrator of every test server. */
export const ADMIN_TOKEN = 'admin-token';

/** A server for one spec file. */
export interface TestServer extends ApiServer {
  /** A client with the administrator's token. */
  readonly client: TestClient;
  /** Sends a request as the administrator, unless it names another token. */
  request(method: string, path: string, sent?: TestRequest): Promise<TestAnswer>;
  /** A client of one's own: with another token, or with none. Closed with the server. */
  connect(token: string): TestClient;
}

/** The options of a test server: options of the server, and tokens besides the administrator's. */
export interface TestServerOptions extends StartApiServerOptions {
  /** Lines of the token file: `token,user,uid,"group,group"`. */
  readonly tokens?: readonly string[];
}

/** Starts a server without a log, with its store in memory unless options name a data directory. */
export async function startTestServer({ tokens = [], ...options }: TestServerOptions = {}): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-test-'));
  const tokenAuthFile = join(directory, 'tokens.csv');
  await writeFile(tokenAuthFile, [`${ADMIN_TOKEN},admin,1,"system:masters"`, ...tokens, ''].join('\n'));
  const removeFiles = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const server = await startApiServer({
    logger: createLogger({ isEnabled: false }),
    ...options,
    authentication: { tokenAuthFile, ...options.authentication },
  }).catch(async (error: unknown) => {
    await removeFiles();
    throw error;
  });
  const clients: TestClient[] = [];
  const connect = (token: string): TestClient => {
    const client = new TestClient({ url: server.url, ca: server.certificateAuthority, token });
    clients.push(client);
    return client;
  };
  const close = server.close.bind(server);
  const client = connect(ADMIN_TOKEN);
  return Object.assign(server, {
    client,
    connect,
    request: client.request.bind(client),
    close: async () => {
      await close();
      clients.forEach((each) => each.close());
      await removeFiles();
    },
  });
}
