import { type ReleaseSpan, isWithin } from './release-span.js';

/** The release of the check that is running; checks are synchronous, so there is one at a time. */
let checked: string | undefined;

/**
 * Runs a synchronous check as a release of Kubernetes makes it: rules inside ask `hasRule`.
 *
 * @internal
 * @example
 * const errors = checkAs('1.25', () => validateDomainPrefixedPath('harbor.example.com/a', FieldPath.of('dock')));
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
  return isWithin(span, checkedRelease());
}

/** Returns the release that the running check is made as. */
export function checkedRelease(): string {
  return checked ?? DEFAULT_RELEASE;
}

/**
 * Returns the text that a rule has since a release, or the one it had before.
 *
 * @internal
 * @example
 * const text = textSince('1.34', 'must be a pier', 'pier must be a pier');
 */
export function textSince(release: string, text: string, former: string): string {
  return hasRule({ since: release }) ? text : former;
}

/** The release that is served where no other one is emulated. */
export const DEFAULT_RELEASE = '1.32';
