import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRowStore } from './open-row-store.js';

const FILES = { caFile: '', certFile: '', keyFile: '' };

/** A port of the loopback interface on which no one listens. */
async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('openRowStore()', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'row-store-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('opens an embedded store', async () => {
    const rows = await openRowStore({ sqlite: directory });
    expect([rows.keepsRevisions, rows.hasKubernetesForm, await rows.isEmpty()]).toEqual([true, false, true]);
    await rows.close();
  });

  it('reaches for the server that a location names', async () => {
    const port = await unusedPort();
    const connections = { maxConnections: 1, statementTimeoutMs: 1000, schema: 'binnacle' };
    const url = `postgres://u@127.0.0.1:${port}/d`;
    const postgres = { ...FILES, ...connections, url, urlFile: '', passwordFile: '' };
    await expect(openRowStore({ postgres })).rejects.toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining('PostgreSQL') as string,
    });
    const etcd = { ...FILES, servers: [`http://127.0.0.1:${port}`], prefix: '/registry' };
    await expect(openRowStore({ etcd })).rejects.toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining('etcd') as string,
    });
  });
});
