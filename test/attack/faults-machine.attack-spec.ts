import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { readdirSync } from 'node:fs';
import { limitFileSize, limitOpenFiles } from '../support/process-limits.js';
import { type AttackedServer, startAttackedServer } from './support.js';

/** No page of the store's log fits below it. */
const FILE_BYTES = 1024;
const MOST_TO_NOTICE = 1000;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let server: AttackedServer;

beforeEach(async () => {
  server = await startAttackedServer();
});

afterEach(async () => {
  expect(await server.stop()).toBe(0);
});

/** How long it takes until `/readyz` answers so, in milliseconds. */
async function timeUntilReadyz(code: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    if ((await server.admin.get('/readyz')).status === code) return performance.now() - started;
    if (performance.now() - started > 10 * MOST_TO_NOTICE) throw new Error(`/readyz never answers ${code}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const create = async (name: string): Promise<number> =>
  (await server.admin.post(CONFIG_MAPS, { metadata: { name }, data: { a: 'b' } })).status;

describe('a store that cannot be written', () => {
  it('turns /readyz red within a second, and green again, without a client that writes', async () => {
    for (let i = 0; i < 3; i++) {
      limitFileSize(server.built.pid, FILE_BYTES);
      expect(await timeUntilReadyz(500)).toBeLessThan(MOST_TO_NOTICE);
      expect((await server.admin.get('/readyz/etcd-readiness')).status).toBe(500);
      limitFileSize(server.built.pid, undefined);
      expect(await timeUntilReadyz(200)).toBeLessThan(MOST_TO_NOTICE);
    }
  });

  it('fails writes, leaves reads and life alone, and takes writes again when it can', async () => {
    expect(await create('before')).toBe(201);
    limitFileSize(server.built.pid, FILE_BYTES);
    const refused = await Promise.all(Array.from({ length: 50 }, (_, i) => create(`refused-${i}`)));
    expect(new Set(refused)).toEqual(new Set([500]));
    expect((await server.admin.get(`${CONFIG_MAPS}/before`)).status).toBe(200);
    expect((await server.admin.get('/livez')).status).toBe(200);
    limitFileSize(server.built.pid, undefined);
    expect(await create('after')).toBe(201);
    const { body } = await server.admin.get(CONFIG_MAPS);
    const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(names.filter((name: string) => name.startsWith('refused'))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['before', 'after']));
  });
});

describe('a process that may open no more files', () => {
  it('goes on for connections it has, and takes new ones when some have gone', async () => {
    const { pid } = server.built;
    const { hostname, port } = new URL(server.url);
    expect(await create('before')).toBe(201);
    const opened = readdirSync(`/proc/${pid}/fd`).length;
    limitOpenFiles(pid, opened + 8);
    const sockets: Socket[] = Array.from({ length: 64 }, () => connect(Number(port), hostname).on('error', () => {}));
    await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
    expect(await create('during')).toBe(201);
    expect((await server.admin.get('/readyz')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    limitOpenFiles(pid, undefined);
    const late = server.connect(server.adminToken);
    expect((await late.get('/readyz')).status).toBe(200);
  });
});
