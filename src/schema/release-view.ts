import { type ReleaseSpan, isWithin } from '../apimachinery/index.js';
import type { FieldMetadata } from './type-metadata.js';

/**
 * Returns a field with the options that it has in a release; undefined where that release does not have it. The field as it
 * was declared where nothing differs.
 */
export function fieldIn(field: FieldMetadata, release: string): FieldMetadata | undefined {
  return isWithin(field, release) ? variantIn(field, release) : undefined;
}

/** Returns a declaration with what is otherwise in a release; as it was declared where nothing is. */
export function variantIn<T extends { readonly variants?: readonly ReleaseSpan[] }>(declared: T, release: string): T {
  const variants = declared.variants?.filter((variant) => isWithin(variant, release)) ?? [];
  if (variants.length === 0) return declared;
  return Object.assign({}, declared, ...variants.map(({ since: _, until: __, ...options }) => options)) as T;
}

/** A memo of values that are made once per class and release of Kubernetes. */
export class ByRelease<T> {
  private readonly views = new WeakMap<object, Map<string, T>>();

  /** Returns what was made for a class and a release, after making it where it is asked for the first time. */
  of(apiClass: object, release: string, make: () => T): T {
    const known = this.views.get(apiClass);
    let view = known?.get(release);
    if (view === undefined) {
      view = make();
      if (known) known.set(release, view);
      else this.views.set(apiClass, new Map([[release, view]]));
    }
    return view;
  }
}
