import { OptionValueError } from './problem.js';

/** The release whose API is served unless another one is emulated. */
export const CURRENT_RELEASE = '1.32';

/** The newest release that can be emulated: the last one whose API is known. */
export const NEWEST_RELEASE = '1.36';

/** The oldest release that can be emulated. */
export const OLDEST_RELEASE = '1.15';

/** Reads `1.31`, `v1.31.0` or `kube=1.31` into `1.31`; throws OptionValueError outside of 1.15 to the newest release. */
export function parseEmulatedRelease(text: string): string {
  const remedy = `Give a release from ${OLDEST_RELEASE} to ${NEWEST_RELEASE}, such as 1.31.`;
  const match = /^(?:kube=)?v?1\.(\d{1,3})(?:\.\d+)?$/.exec(text.trim());
  if (match === null) throw new OptionValueError(`${JSON.stringify(text)} is not a release`, remedy);
  const minor = Number(match[1]);
  if (minor < minorOf(OLDEST_RELEASE) || minor > minorOf(NEWEST_RELEASE)) {
    throw new OptionValueError(`release 1.${minor} cannot be emulated`, remedy);
  }
  return `1.${minor}`;
}

/** Returns the minor number of a release. */
export function minorOf(release: string): number {
  return Number(release.split('.')[1]);
}

/** Returns a warning where a release is shown that is later than the default one. */
export function releaseWarnings(release: string): string[] {
  if (minorOf(release) <= minorOf(CURRENT_RELEASE)) return [];
  return [`--emulated-version: rules of v${release} that are not known to differ are those of v${CURRENT_RELEASE}.`];
}
