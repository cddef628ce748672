import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPENDENTS = 10_000;
const WORKERS = 32;

let server: AttackedServer;

beforeAll(async () => {
  server = await startAttackedServer();
});

afterAll(async () => expect(await server.stop()).toBe(0));

/** Runs work for every number up to a count, some at a time. */
async function each(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) await work(i);
  };
  await Promise.all(Array.from({ length: WORKERS }, run));
}

async function untilGone(path: string): Promise<void> {
  while ((await server.admin.get(path)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function untilNoneAre(label: string): Promise<void> {
  const path = `${MAPS}?labelSelector=of%3D${label}&limit=1`;
  while (((await server.admin.get(path)).body.items as unknown[]).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Makes an owner of that name, and its dependents. */
async function makeFamily(name: string): Promise<void> {
  const { body } = await server.admin.post(MAPS, { metadata: { name } });
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'ConfigMap', name, uid: body.metadata.uid as string, blockOwnerDeletion: true },
  ];
  await each(DEPENDENTS, (i) =>
    server.admin.post(MAPS, { metadata: { name: `${name}-${i}`, labels: { of: name }, ownerReferences } }),
  );
}

it.each(['Background', 'Foreground', 'Orphan'])(
  'ends ten thousand dependents of an owner (%s) and holds up nobody',
  async (propagationPolicy) => {
    const prober = new Prober(server.connect(server.adminToken));
    let families = 0;
    const waited = await leastWait({
      prober,
      async prepare() {
        const name = `${propagationPolicy.toLowerCase()}-${families++}`;
        await makeFamily(name);
        return name;
      },
      async work(name) {
        await server.admin.delete(`${MAPS}/${name}?propagationPolicy=${propagationPolicy}`);
        await untilGone(`${MAPS}/${name}`);
        if (propagationPolicy !== 'Orphan') await untilNoneAre(name);
      },
    });
    expect(waited).toBeLessThan(MOST_LATENCY);
    await prober.stop();
    const { items } = (await server.admin.get(`${MAPS}?labelSelector=of%3D${propagationPolicy.toLowerCase()}-0`)).body;
    expect(items).toHaveLength(propagationPolicy === 'Orphan' ? DEPENDENTS : 0);
  },
);
