import { Namespace } from '../../plugins/core/index.js';
import { HarborPlugin } from '../../plugins/example/index.js';
import { Berth } from '../../plugins/example/berth/berth.v1.js';
import { ApiGroupPlugin, Injectable, KindController } from '../../src/plugin-api/index.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const BERTHS = '/apis/harbor.example.com/v1/namespaces/default/berths';
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';

const gone: string[] = [];
const written: boolean[] = [];
/** Called between the look at a berth and the write of its status. */
let meanwhile: ((berth: Berth) => Promise<void>) | undefined;

@Injectable()
class FullBerthController extends KindController<Berth> {
  readonly name = 'full-berth-controller';
  protected readonly type = Berth;

  protected async reconcileObject(berth: Berth): Promise<void> {
    const { slots } = berth.spec;
    await meanwhile?.(berth);
    const isSet = await this.setStatus(berth, { phase: slots === 1 ? undefined : `Holds${slots}` });
    written.push(isSet);
    const note = `${slots} slots`;
    if (isSet) this.record(berth, { type: 'Normal', reason: 'Counted', action: 'Count', note });
  }

  protected override async reconcileGone(key: string): Promise<void> {
    gone.push(key);
  }
}

@Injectable()
class NamespaceCounter extends KindController<Namespace> {
  readonly name = 'namespace-counter';
  protected readonly type = Namespace;

  protected async reconcileObject({ metadata: { name = '', deletionTimestamp } }: Namespace): Promise<void> {
    if (!deletionTimestamp) counted.add(name);
  }

  protected override async reconcileGone(key: string): Promise<void> {
    counted.delete(key);
  }
}
const counted = new Set<string>();

@ApiGroupPlugin({
  group: 'count.example.com',
  versions: ['v1'],
  kinds: [],
  controllers: [FullBerthController, NamespaceCounter],
})
class CountPlugin {}

describe('KindController', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [HarborPlugin, CountPlugin], controllers: 'stepped' });
  });
  afterAll(async () => server.close());
  beforeEach(() => {
    [gone.length, written.length, meanwhile] = [0, 0, undefined];
  });
  afterEach(async () => {
    await server.client.delete(BERTHS);
    await server.stepControllers();
  });

  const put = async (name: string, slots: number): Promise<void> => {
    const { status } = await server.client.post(BERTHS, {
      metadata: { name },
      spec: { size: { lengthMeters: 9 }, slots },
    });
    expect(status).toBe(201);
  };
  const phaseOf = async (name: string): Promise<unknown> =>
    ((await server.client.get(`${BERTHS}/${name}`)).body.status as Json | undefined)?.phase;
  const eventsOf = async (name: string): Promise<Json[]> =>
    ((await server.client.get(EVENTS)).body.items as Json[]).filter(
      ({ regarding }) => (regarding as Json).name === name,
    );

  it('brings each object up to date that is there or changes, and records events about it', async () => {
    await put('north', 2);
    await server.stepControllers();
    expect(await phaseOf('north')).toBe('Holds2');
    const events = await eventually(async () => {
      const found = await eventsOf('north');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(events[0]).toMatchObject({
      reason: 'Counted',
      note: '2 slots',
      reportingController: 'harbor.example.com/full-berth-controller',
      regarding: { apiVersion: 'harbor.example.com/v1', kind: 'Berth', namespace: 'default' },
    });
    await server.client.patch(`${BERTHS}/north`, 'merge-patch', { spec: { slots: 3 } });
    await server.stepControllers();
    expect(await phaseOf('north')).toBe('Holds3');
  });

  it('writes nothing where the status has the members already', async () => {
    await put('south', 2);
    await server.stepControllers();
    const { body } = await server.client.get(`${BERTHS}/south`);
    await server.client.patch(`${BERTHS}/south`, 'merge-patch', { metadata: { labels: { a: 'b' } } });
    const changed = await server.client.get(`${BERTHS}/south`);
    await server.stepControllers();
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(written.at(-1)).toBe(false);
    const after = await server.client.get(`${BERTHS}/south`);
    expect(after.body.metadata.resourceVersion).toBe(changed.body.metadata.resourceVersion);
    expect(changed.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
  });

  it('removes members that are undefined', async () => {
    await put('east', 2);
    await server.stepControllers();
    await server.client.patch(`${BERTHS}/east`, 'merge-patch', { spec: { slots: 1 } });
    await server.stepControllers();
    expect(await phaseOf('east')).toBeUndefined();
  });

  it('looks again where an object has changed since it was read', async () => {
    let looks = 0;
    meanwhile = async ({ metadata: { name = '' } }) => {
      looks += 1;
      if (looks === 1) await server.client.patch(`${BERTHS}/${name}`, 'merge-patch', { spec: { slots: 5 } });
    };
    await put('west', 2);
    await eventually(async () => {
      await server.stepControllers();
      expect(await phaseOf('west')).toBe('Holds5');
    });
    expect(looks).toBeGreaterThan(1);
    expect(written.filter(Boolean)).toHaveLength(1);
  });

  it('is called for what is gone, by its key', async () => {
    await put('gone', 2);
    await server.stepControllers();
    await server.client.delete(`${BERTHS}/gone`);
    await server.stepControllers();
    expect(gone).toContain('default/gone');
  });

  it('follows kinds without namespaces', async () => {
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'team' } });
    await server.stepControllers();
    expect(counted).toContain('team');
    await server.client.delete('/api/v1/namespaces/team');
    await eventually(async () => {
      await server.stepControllers();
      expect(counted).not.toContain('team');
    });
    expect(counted).toContain('default');
  });
});
