import type { ResourceStore, Stores } from '../../../src/plugin-api/index.js';
import type { MaybePromise } from '../../../src/plugin-api/built-in.js';
import type { ParamKind } from '../policy/policy.v1.js';
import { ParamObjects } from './param-objects.js';

/**
 * The parameters of policies, by kind. Objects of a kind are followed from the first request for which a policy needs
 * them until no policy names the kind, or the kind is served no more.
 */
export class ParamKinds {
  /** Undefined for a kind that is not served. */
  private readonly known = new Map<string, ParamObjects | undefined>();

  constructor(private readonly stores: Stores) {
    stores.onStoresChange((store) => this.forgetKind(store.kind.kind));
  }

  /** Returns the objects of a kind; undefined where it is not served. A promise where the cluster is asked. */
  of(paramKind: ParamKind): MaybePromise<ParamObjects | undefined> {
    const key = keyOf(paramKind);
    const known = this.known.get(key);
    if (known || this.known.has(key)) return known;
    const store = this.stores.findKind(paramKind.apiVersion ?? '', paramKind.kind ?? '');
    if (!(store instanceof Promise)) return this.remember(paramKind, store);
    return store.then((found) => this.known.get(key) ?? (found && this.remember(paramKind, found)));
  }

  /** Stops following the kinds that none of these policies names. */
  keepOnly(paramKinds: readonly ParamKind[]): void {
    const used = new Set(paramKinds.map(keyOf));
    this.forget((key) => !used.has(key));
  }

  private remember(paramKind: ParamKind, store: ResourceStore | undefined): ParamObjects | undefined {
    const version = store?.kind.versions.get(paramKind.apiVersion ?? '');
    const objects = version && new ParamObjects(store!, version);
    this.known.set(keyOf(paramKind), objects);
    return objects;
  }

  /** A kind that comes, goes or changes is found again by the next request. */
  private forgetKind(kind: string): void {
    this.forget((key) => key.endsWith(` ${kind}`));
  }

  private forget(isForgotten: (key: string) => boolean): void {
    for (const [key, objects] of this.known) {
      if (!isForgotten(key)) continue;
      objects?.stop();
      this.known.delete(key);
    }
  }
}

function keyOf({ apiVersion = '', kind = '' }: ParamKind): string {
  return `${apiVersion} ${kind}`;
}
