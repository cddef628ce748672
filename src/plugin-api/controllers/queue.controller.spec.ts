import type { ApiObject } from '../../apimachinery/index.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { ResourceChange, ResourceFollower, ResourceStore, Stores, StoresListener } from '../../registry/index.js';
import { QueueController, type QueueControllerParts } from './queue.controller.js';

const WIDGETS = { group: 'fixture.example.com', resource: 'widgets' };

/** A store that sends the events of a test to its only watcher. */
class FakeStore {
  readonly kind = { groupResource: WIDGETS };
  private tell: ((change: ResourceChange<ApiObject>) => void) | undefined;

  get isWatched(): boolean {
    return this.tell !== undefined;
  }

  follow({ onChange, onReady }: ResourceFollower<ApiObject>): () => void {
    this.tell = onChange;
    onReady();
    return () => {
      this.tell = undefined;
    };
  }

  put(name: string): void {
    this.tell?.({ type: 'ADDED', key: name, object: { metadata: { name } } } as ResourceChange<ApiObject>);
  }

  /** An object that no one may look into. */
  putClosed(name: string, namespace: string): void {
    const change = {
      type: 'MODIFIED',
      key: `${namespace}/${name}`,
      name,
      namespace,
      get object(): ApiObject {
        throw new Error('it was decoded');
      },
    };
    this.tell?.(change as unknown as ResourceChange<ApiObject>);
  }

  /** An object that lacks what every object has. */
  putBroken(): void {
    this.tell?.({ type: 'ADDED', key: 'broken', object: {} } as ResourceChange<ApiObject>);
  }
}

/** The stores of one kind that comes and goes. */
class FakeStores {
  readonly listeners = new Set<StoresListener>();
  current: FakeStore | undefined = new FakeStore();

  of(): ResourceStore {
    if (!this.current) throw new Error('no plugin has brought widgets');
    return this.current as unknown as ResourceStore;
  }

  find(): ResourceStore | undefined {
    return this.current as unknown as ResourceStore | undefined;
  }

  onStoresChange(listener: StoresListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Takes the store away and puts another one in its place. */
  replace(): { readonly old: FakeStore; readonly next: FakeStore } {
    const old = this.current!;
    this.current = undefined;
    for (const listener of this.listeners) listener(old as unknown as ResourceStore, 'removed');
    const next = new FakeStore();
    this.current = next;
    for (const listener of this.listeners) listener(next as unknown as ResourceStore, 'added');
    return { old, next };
  }
}

class WidgetController extends QueueController {
  readonly name = 'widget-controller';
  readonly seen: string[] = [];

  protected watch(): void {
    this.follow(this.parts.stores.of(WIDGETS.group, WIDGETS.resource), ({ metadata }) => [metadata.name ?? '']);
  }

  protected reconcile(key: string): Promise<void> {
    this.seen.push(key);
    return Promise.resolve();
  }
}

class NamingController extends WidgetController {
  protected override watch(): void {
    const store = this.parts.stores.of(WIDGETS.group, WIDGETS.resource);
    this.followNames(store, ({ name, namespace }) => (namespace === 'a' ? [name] : []));
  }
}

describe('QueueController', () => {
  let stores: FakeStores;
  let controller: WidgetController;

  const partsOf = (held: FakeStores): QueueControllerParts => {
    const parts = { clock: new FakeClock(), logger: createLogger({ isEnabled: false }) };
    const metrics = new MetricsRegistry({ isWithoutProcess: true });
    return { ...parts, metrics, stores: held as unknown as Stores };
  };

  beforeEach(() => {
    stores = new FakeStores();
    controller = new WidgetController(partsOf(stores));
  });

  it('processes its notifications in a step', async () => {
    controller.start('stepped');
    stores.current!.put('a');
    expect(controller.seen).toEqual([]);
    await controller.step();
    expect(controller.seen).toEqual(['a']);
  });

  it('skips an object it cannot process', async () => {
    controller.start('stepped');
    stores.current!.putBroken();
    stores.current!.put('a');
    await controller.step();
    expect(controller.seen).toEqual(['a']);
  });

  it('follows names without decoding what bears them', async () => {
    controller = new NamingController(partsOf(stores));
    controller.start('stepped');
    stores.current!.putClosed('one', 'a');
    stores.current!.putClosed('two', 'b');
    await controller.step();
    expect(controller.seen).toEqual(['one']);
  });

  it('follows the next store of a kind that was reinstalled, and the old one no more', async () => {
    controller.start('stepped');
    const { old, next } = stores.replace();
    next.put('b');
    await controller.step();
    expect(controller.seen).toEqual(['b']);
    expect([old.isWatched, next.isWatched]).toEqual([false, true]);
  });

  it('keeps nothing of kinds that come and go', async () => {
    controller.start('running');
    for (let i = 0; i < 1000; i++) stores.replace();
    expect(stores.listeners.size).toBe(1);
    await controller.stop();
    expect([stores.listeners.size, stores.current!.isWatched]).toEqual([0, false]);
  });

  it('can be started again when a kind it follows was missing', async () => {
    stores.current = undefined;
    expect(() => controller.start('stepped')).toThrow('no plugin has brought widgets');
    stores.current = new FakeStore();
    controller.start('stepped');
    stores.current.put('c');
    await controller.step();
    expect(controller.seen).toEqual(['c']);
  });
});
