import { type AttackedServer, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

let server: AttackedServer;

beforeAll(async () => {
  server = await startAttackedServer();
  await server.admin.post(MAPS, { metadata: { name: 'contended' } });
});

afterAll(async () => expect(await server.stop()).toBe(0));

it('refuses none of eight clients that patch one object over and over', async () => {
  const counts = new Map<number, number>();
  const patchOften = async (client: number): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      const change = { data: { [`k${client}`]: String(i) } };
      const { status } = await server.admin.patch(`${MAPS}/contended`, 'merge-patch', change);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, client) => patchOften(client)));
  expect([...counts]).toEqual([[200, 1600]]);
});
