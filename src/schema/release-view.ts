import { minorOf } from '../options/index.js';
import type { FieldMetadata } from './type-metadata.js';

/**
 * The first and the last release of Kubernetes that have something; open where one is not given.
 *
 * @public
 * @example
 * const span: ReleaseSpan = { since: '1.22', until: '1.24' };
 */
export interface ReleaseSpan {
  /** The first release, as `1.22`. */
  readonly since?: string;
  /** The last release. */
  readonly until?: string;
}

/** Reports whether a release lies in a span. */
function isWithin({ since, until }: ReleaseSpan, minor: number): boolean {
  return (since === undefined || minorOf(since) <= minor) && (until === undefined || minor <= minorOf(until));
}

/**
 * Returns a field with the options that it has in a release; undefined where that release does not have it. The field as it
 * was declared where nothing differs.
 */
export function fieldIn(field: FieldMetadata, release: string): FieldMetadata | undefined {
  return isWithin(field, minorOf(release)) ? variantIn(field, release) : undefined;
}

/** Returns a declaration with what is otherwise in a release; as it was declared where nothing is. */
export function variantIn<T extends { readonly variants?: readonly ReleaseSpan[] }>(declared: T, release: string): T {
  const minor = minorOf(release);
  const variants = declared.variants?.filter((variant) => isWithin(variant, minor)) ?? [];
  if (variants.length === 0) return declared;
  return Object.assign({}, declared, ...variants.map(({ since: _, until: __, ...options }) => options)) as T;
}

/** What is made once per class and release of Kubernetes. */
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
