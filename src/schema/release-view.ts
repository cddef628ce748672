import { minorOf } from '../options/index.js';
import type { FieldMetadata } from './type-metadata.js';

/** The first and the last release that have something; open where one is not given. */
interface Span {
  readonly since?: string;
  readonly until?: string;
}

/** Reports whether a release lies in a span. */
function isWithin({ since, until }: Span, minor: number): boolean {
  return (since === undefined || minorOf(since) <= minor) && (until === undefined || minor <= minorOf(until));
}

/**
 * Returns a field with the options that it has in a release; undefined where that release does not have it. The field as it
 * was declared where nothing differs.
 */
export function fieldIn(field: FieldMetadata, release: string): FieldMetadata | undefined {
  const minor = minorOf(release);
  if (!isWithin(field, minor)) return undefined;
  const variants = field.variants?.filter((variant) => isWithin(variant, minor)) ?? [];
  if (variants.length === 0) return field;
  return Object.assign({}, field, ...variants) as FieldMetadata;
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
