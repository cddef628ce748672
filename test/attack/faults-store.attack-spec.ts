import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttackedServer, startAttackedServer } from './support.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'binnacle-attack-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = (...flags: string[]): Promise<AttackedServer> => startAttackedServer(flags, { dataDir });

/** Creates an object and answers its revision. */
async function create(server: AttackedServer, name: string): Promise<number> {
  const { body } = await server.admin.post(CONFIG_MAPS, { metadata: { name } });
  return Number(body.metadata.resourceVersion);
}

it('is not started on a store whose log was taken away, unless that is accepted; then clients notice', async () => {
  const first = await start();
  const lost = await create(first, 'lost');
  await first.built.kill();
  await first.stop();
  await rm(join(dataDir, 'store', 'binnacle.db-wal'));

  await expect(start()).rejects.toThrow(/binnacle\.db-wal is missing.*--accept-older-store/);

  const second = await start('--accept-older-store');
  const { status, body } = await second.admin.get(`${CONFIG_MAPS}?watch=true&resourceVersion=${lost}`);
  expect([status, body.type ?? body.kind, body.object?.code ?? body.code]).toEqual([200, 'ERROR', 410]);
  expect(await create(second, 'later')).toBeGreaterThan(lost);
  expect(await second.stop()).toBe(0);
  expect(await (await start()).stop()).toBe(0);
});

it('is not started on an old copy of its store', async () => {
  const file = join(dataDir, 'store', 'binnacle.db');
  expect(await (await start()).stop()).toBe(0);
  await copyFile(file, `${file}.old`);
  const second = await start();
  await create(second, 'a');
  expect(await second.stop()).toBe(0);
  await copyFile(`${file}.old`, file);
  await expect(start()).rejects.toThrow(/the store is at revision \d+, but it was at \d+/);
});
