import { type ReleaseSpan, isWithin } from './release-span.js';

/** The release of the check that is running; checks are synchronous, so there is one at a time. */
let checked: string | undefined;

/**
 * Runs a synchronous check as a release of Kubernetes makes it: rules inside ask `hasRule`.
 *
 * @internal
 * @example
 * const errors = checkAs('1.25', () => validateBerth(berth));
 */
export function checkAs<T>(release: string | undefined, check: () => T): T {
  const outer = checked;
  checked = release;
  try {
    return check();
  } finally {
    checked = outer;
  }
}

/**
 * Reports whether the release that the running check is made as has a rule; the default release where none is named.
 *
 * @internal
 * @example
 * const errors = hasRule({ since: '1.26' }) ? [required(path.child('pier'))] : [];
 */
export function hasRule(span: ReleaseSpan): boolean {
  return isWithin(span, checked ?? DEFAULT_RELEASE);
}

/** The release that is served where no other one is emulated. */
export const DEFAULT_RELEASE = '1.32';
