import { minorOf } from './release.js';

/** The releases that have something, and the feature gate that it needs. Without members, all have it. */
export interface ReleaseSpan {
  /** The first release that has it. */
  readonly since?: string;
  /** The first release without it. */
  readonly until?: string;
  readonly gate?: string;
}

/** A release with the gates that are on. */
export interface ReleaseState {
  readonly release: string;
  readonly isEnabled: (gate: string) => boolean;
}

/** Reports whether a release has what a span describes. */
export function isInRelease({ since, until, gate }: ReleaseSpan, { release, isEnabled }: ReleaseState): boolean {
  const minor = minorOf(release);
  if (since !== undefined && minor < minorOf(since)) return false;
  if (until !== undefined && minor >= minorOf(until)) return false;
  return gate === undefined || isEnabled(gate);
}

/** Returns the elements that a release has, without their spans. */
export function inRelease<T extends object>(elements: readonly (T & ReleaseSpan)[], state: ReleaseState): T[] {
  return elements.filter((element) => isInRelease(element, state)).map(withoutSpan);
}

function withoutSpan<T extends object>(element: T & ReleaseSpan): T {
  const copy: Partial<ReleaseSpan> & T = { ...element };
  delete (copy as { since?: string }).since;
  delete (copy as { until?: string }).until;
  delete (copy as { gate?: string }).gate;
  return copy;
}
