import type { ApiObject } from '../../apimachinery/index.js';
import type { ResourceFollower, ResourceStore, Stop, Stores } from '../../registry/index.js';

/** Follows the store of a kind; and the next one, when the kind is uninstalled and installed again. */
export class StoreFollowing<T extends ApiObject> {
  /** The name of the resource. */
  readonly resource: string;
  /** True once everything there is has been seen. */
  isSeen = false;
  private seen: Promise<void> = Promise.resolve();
  private stopWatch: Stop = () => {};
  private readonly stopListening: Stop;

  constructor(
    stores: Stores,
    store: ResourceStore<T>,
    private readonly follower: Pick<ResourceFollower<T>, 'onChange' | 'onReset'>,
  ) {
    const { group, resource } = store.kind.groupResource;
    this.resource = resource;
    this.stopListening = stores.onStoresChange(({ kind: { groupResource } }, change) => {
      if (change === 'changed') return;
      if (groupResource.group !== group || groupResource.resource !== resource) return;
      this.stopWatch();
      const next = stores.find<T>(group, resource);
      if (next) this.watch(next);
    });
    this.watch(store);
  }

  /** Resolves when everything there is has been seen, or when it is stopped. */
  whenSeen(): Promise<void> {
    return this.seen;
  }

  /** Ends it. */
  stop(): void {
    this.stopListening();
    this.stopWatch();
  }

  private watch(store: ResourceStore<T>): void {
    this.isSeen = false;
    this.seen = new Promise((ready) => {
      const resolve = (): void => {
        this.isSeen = true;
        ready();
      };
      const { follower } = this;
      const stop = store.follow({
        onChange: (change) => follower.onChange(change),
        onReady: resolve,
        onReset: () => follower.onReset(),
      });
      this.stopWatch = () => {
        stop();
        resolve();
      };
    });
  }
}
