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

/** Names of berths by what was done for them. */
const cared = { for: [] as string[], ended: [] as string[], failing: false };

@Injectable()
class CaretakerController extends KindController<Berth> {
  readonly name = 'caretaker-controller';
  protected readonly type = Berth;
  protected override readonly finalizer = 'count.example.com/caretaker';
  // Words that a base class may not have for itself.
  readonly cluster = 'mine';
  readonly recorder = 'mine';
  readonly following = 'mine';
  readonly workQueue = 'mine';
  readonly reporter = 'mine';

  protected async reconcileObject({
    metadata: { name = '', finalizers = [], deletionTimestamp },
  }: Berth): Promise<void> {
    cared.for.push(`${name} ${finalizers.includes(this.finalizer)} ${deletionTimestamp === undefined}`);
  }

  protected override async finalizeObject({ metadata: { name = '' } }: Berth): Promise<void> {
    cared.ended.push(name);
    if (cared.failing) throw new Error('not yet');
  }
}

@Injectable()
class WitnessController extends KindController<Berth> {
  readonly name = 'witness-controller';
  protected readonly type = Berth;
  protected override readonly reconcilesDeletions = true;
  static readonly seen: string[] = [];

  protected async reconcileObject({ metadata: { name, deletionTimestamp } }: Berth): Promise<void> {
    WitnessController.seen.push(`${name} ${deletionTimestamp === undefined ? 'lives' : 'goes'}`);
  }
}

@ApiGroupPlugin({
  group: 'count.example.com',
  versions: ['v1'],
  kinds: [],
  controllers: [FullBerthController, NamespaceCounter],
})
class CountPlugin {}

@ApiGroupPlugin({
  group: 'care.example.com',
  versions: ['v1'],
  kinds: [],
  controllers: [CaretakerController, WitnessController],
})
class CarePlugin {}

describe('KindController and deletions', () => {
  let server: TestServer;
  const path = `${BERTHS}/north`;

  beforeAll(async () => {
    server = await startTestServer({ plugins: [HarborPlugin, CarePlugin], controllers: 'stepped' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    [cared.for.length, cared.ended.length, cared.failing] = [0, 0, false];
    WitnessController.seen.length = 0;
    await server.client.post(BERTHS, { metadata: { name: 'north' }, spec: { size: { lengthMeters: 9 } } });
    await server.stepControllers();
  });

  const isThere = async (): Promise<boolean> => (await server.client.get(path)).status === 200;

  it('adds the finalizer before an object is reconciled', async () => {
    expect((await server.client.get(path)).body.metadata.finalizers).toEqual(['count.example.com/caretaker']);
    expect(new Set(cared.for)).toEqual(new Set(['north true true']));
    await server.client.delete(path);
    await server.stepControllers();
  });

  it('finalizes a deleted object until that succeeds, and does not reconcile it', async () => {
    cared.failing = true;
    cared.for.length = 0;
    await server.client.delete(path);
    await server.stepControllers();
    expect([await isThere(), cared.ended.length > 0]).toEqual([true, true]);
    cared.failing = false;
    await server.stepControllers();
    expect([await isThere(), cared.for]).toEqual([false, []]);
  });

  it('leaves dependents alone while their owner is deleted as an orphan', async () => {
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: ['example.com/keeps'] } });
    await server.client.request('DELETE', path, { body: { propagationPolicy: 'Orphan' } });
    cared.for.length = 0;
    await server.client.patch(path, 'merge-patch', { metadata: { labels: { touched: 'yes' } } });
    await server.stepControllers();
    expect([await isThere(), cared.for, cared.ended]).toEqual([true, [], []]);
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: [] } });
    await server.stepControllers();
    expect(await isThere()).toBe(false);
  });

  it('reconciles deleted objects where the controller asks for it', async () => {
    cared.failing = true;
    await server.client.delete(path);
    await server.stepControllers();
    expect(WitnessController.seen).toContain('north lives');
    expect(WitnessController.seen.at(-1)).toBe('north goes');
    cared.failing = false;
    await server.stepControllers();
    expect(await isThere()).toBe(false);
  });
});

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
