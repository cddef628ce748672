import { type ApiObject, LabelSelector } from '../../apimachinery/index.js';
import { type IndexFunction, ObjectIndex } from './object-index.js';

/**
 * The objects that an informer knows. They are shared: copy one before you change it.
 *
 * @public
 * @example
 * const shipsAt = (berths: Lister<Berth>) => berths.list({ namespace: 'harbor', labelSelector: 'pier=north' });
 */
export interface Lister<T extends ApiObject> {
  /** Returns an object by its key, `namespace/name` or the name alone. */
  get(key: string): T | undefined;
  /** Returns the objects of a namespace, or with labels; all where neither is given. Throws SelectorError for an invalid selector. */
  list(selection?: ListerSelection): T[];
  /** Returns the objects for which an index has a value. Throws TypeError for an index that there is not. */
  byIndex(index: string, value: string): T[];
  readonly size: number;
}

/**
 * Which objects of a lister are meant.
 *
 * @public
 * @example
 * const selection: ListerSelection = { namespace: 'harbor', labelSelector: 'pier=north,!closed' };
 */
export interface ListerSelection {
  readonly namespace?: string;
  readonly labelSelector?: string;
}

const NO_NAMESPACE: IndexFunction<ApiObject> = ({ metadata }) => [metadata.namespace ?? ''];

/** The objects of an informer, with their indexes. */
export class ObjectCache<T extends ApiObject> implements Lister<T> {
  private readonly indexes = new Map<string, ObjectIndex<T>>();
  private readonly namespaces = new ObjectIndex<T>(NO_NAMESPACE);

  constructor(private readonly objects: ReadonlyMap<string, T>) {}

  get size(): number {
    return this.objects.size;
  }

  get(key: string): T | undefined {
    return this.objects.get(key);
  }

  list({ namespace, labelSelector }: ListerSelection = {}): T[] {
    const found = namespace === undefined ? [...this.objects.values()] : this.at(this.namespaces.keysWith(namespace));
    if (labelSelector === undefined) return found;
    const selector = LabelSelector.parse(labelSelector);
    return found.filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
  }

  byIndex(name: string, value: string): T[] {
    const index = this.indexes.get(name);
    if (!index) throw new TypeError(`there is no index ${name}`);
    return this.at(index.keysWith(value));
  }

  /** Adds an index over the objects there are and those to come. Throws TypeError for a name that is taken. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (this.indexes.has(name)) throw new TypeError(`there is an index ${name} already`);
    const index = new ObjectIndex(valuesOf);
    for (const object of this.objects.values()) index.add(object);
    this.indexes.set(name, index);
  }

  /** Follows a change of the objects. */
  update(former: T | undefined, next: T | undefined): void {
    for (const index of [this.namespaces, ...this.indexes.values()]) {
      if (former) index.remove(former);
      if (next) index.add(next);
    }
  }

  private at(keys: Iterable<string>): T[] {
    return [...keys].map((key) => this.objects.get(key)).filter((object) => object !== undefined);
  }
}
