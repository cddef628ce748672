import { minorOf } from './release.js';

/** The releases that have something, and the feature gate that it needs. Without members, all have it. */
export interface FeatureSpan {
  /** The first release that has it. */
  readonly since?: string;
  /** The first release without it. */
  readonly removed?: string;
  readonly gate?: string;
}

/** A release with the gates that are on. */
export interface ReleaseState {
  readonly release: string;
  readonly isEnabled: (gate: string) => boolean;
}

/** Reports whether a release has what a span describes. */
export function isInRelease({ since, removed, gate }: FeatureSpan, { release, isEnabled }: ReleaseState): boolean {
  const minor = minorOf(release);
  if (since !== undefined && minor < minorOf(since)) return false;
  if (removed !== undefined && minor >= minorOf(removed)) return false;
  return gate === undefined || isEnabled(gate);
}

/** Returns the elements that a release has, without their spans. */
export function inRelease<T extends object>(elements: readonly (T & FeatureSpan)[], state: ReleaseState): T[] {
  return elements.filter((element) => isInRelease(element, state)).map(withoutSpan);
}

function withoutSpan<T extends object>({ since: _, removed: __, gate: ___, ...element }: T & FeatureSpan): T {
  return element as unknown as T;
}
