import { type ApiObject, type LabelMatcher, type ResourceStore } from '../../../src/plugin-api/index.js';
import { type MaybePromise, type ResourceChange, type Stop } from '../../../src/plugin-api/built-in.js';

type Version = ResourceStore['kind']['storage'];

/** An object that may become a parameter; decoded and converted when a policy first uses it. */
class ParamObject {
  private shown: MaybePromise<ApiObject> | undefined;

  constructor(
    private readonly change: ResourceChange<ApiObject>,
    private readonly store: ResourceStore,
    private readonly version: Version,
  ) {}

  get labels(): ResourceChange<ApiObject>['labels'] {
    return this.change.labels;
  }

  /** The object in the version that policies name. */
  show(): MaybePromise<ApiObject> {
    if (this.shown) return this.shown;
    const converted = this.store.kind.fromStored([this.change.object], this.version);
    if (!(converted instanceof Promise)) return (this.shown = converted[0]);
    this.shown = converted.then(([object]) => (this.shown = object));
    // A converter that fails is asked again.
    this.shown.catch(() => (this.shown = undefined));
    return this.shown;
  }
}

/** The objects of one kind in one version, as parameters of policies. Follows the store (upstream: an informer). */
export class ParamObjects {
  private readonly byNamespace = new Map<string, Map<string, ParamObject>>();
  private isComplete = false;
  private completion = new Promise<void>((resolve) => (this.complete = resolve));
  private complete!: () => void;
  private readonly unfollow: Stop;

  constructor(
    readonly store: ResourceStore,
    private readonly version: Version,
  ) {
    this.unfollow = store.follow({
      onChange: (change) => this.keep(change),
      onReady: () => {
        this.isComplete = true;
        this.complete();
      },
      onReset: () => this.reset(),
    });
  }

  get isNamespaced(): boolean {
    return this.store.kind.isNamespaced;
  }

  /** Resolves once all objects are known; undefined where that is so already. */
  ready(): Promise<void> | undefined {
    return this.isComplete ? undefined : this.completion;
  }

  /** Returns the object of a name; undefined if there is none. The namespace is empty for cluster-scoped kinds. */
  find(namespace: string, name: string): MaybePromise<ApiObject> | undefined {
    return this.byNamespace.get(namespace)?.get(name)?.show();
  }

  /** Returns the objects that a selector selects, in order of their names. */
  select(namespace: string, selector: LabelMatcher): Promise<ApiObject[]> {
    const found = [...(this.byNamespace.get(namespace) ?? [])].filter(([, object]) => selector.matches(object.labels));
    found.sort(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(found.map(async ([, object]) => object.show()));
  }

  /** Called when no policy uses the objects any more, or the kind is served no more. */
  stop(): void {
    this.unfollow();
    this.byNamespace.clear();
  }

  private keep(change: ResourceChange<ApiObject>): void {
    const { type, namespace, name } = change;
    let objects = this.byNamespace.get(namespace);
    if (type !== 'DELETED') {
      if (!objects) this.byNamespace.set(namespace, (objects = new Map()));
      objects.set(name, new ParamObject(change, this.store, this.version));
    } else if (objects?.delete(name) && objects.size === 0) this.byNamespace.delete(namespace);
  }

  private reset(): void {
    this.byNamespace.clear();
    if (!this.isComplete) return;
    this.isComplete = false;
    this.completion = new Promise((resolve) => (this.complete = resolve));
  }
}
