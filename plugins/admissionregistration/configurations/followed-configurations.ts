import type { ApiObject, Stores } from '../../../src/plugin-api/index.js';

const GROUP = 'admissionregistration.k8s.io';

/** The stored configurations of one kind of the group, in order of their names. Follows the store. */
export class FollowedConfigurations<T extends ApiObject> {
  private readonly configurations = new Map<string, T>();
  private inOrder: readonly T[] | undefined;
  private isComplete = false;
  private completion: Promise<void> | undefined;

  /** `onChange` is called after each change. */
  constructor(
    private readonly resource: string,
    private readonly stores: Stores,
    private readonly onChange: () => void,
  ) {}

  /** Resolves once every stored configuration is known; undefined where that is so already. */
  ready(): Promise<void> | undefined {
    return this.isComplete ? undefined : (this.completion ??= this.follow());
  }

  /** Those that are known now. */
  get all(): readonly T[] {
    return (this.inOrder ??= [...this.configurations].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object));
  }

  private follow(): Promise<void> {
    return new Promise((resolve) => {
      const store = this.stores.find<T>(GROUP, this.resource);
      const complete = (): void => {
        this.isComplete = true;
        resolve();
      };
      if (!store) return complete();
      store.follow({
        onChange: ({ type, name, object }) => {
          if (type === 'DELETED') this.configurations.delete(name);
          else this.configurations.set(name, object);
          this.changed();
        },
        onReady: complete,
        onReset: () => {
          this.configurations.clear();
          this.changed();
          this.isComplete = false;
          this.completion = new Promise((again) => (resolve = again));
        },
      });
    });
  }

  private changed(): void {
    this.inOrder = undefined;
    this.onChange();
  }
}
