import { CURRENT_RELEASE, NEWEST_RELEASE, OLDEST_RELEASE, minorOf } from '../plugin-api/built-in.js';

/** The first and the last of a span of releases. */
export interface ReleaseRange {
  /** The first release, such as `1.28`; the oldest that can be shown when not given. */
  readonly from?: string;
  /** The last release; the one that is shown by default when not given. */
  readonly to?: string;
}

/**
 * Returns releases of Kubernetes that a server for tests can show, oldest first, for the tables of tests. Throws TypeError
 * for a text that is no such release.
 *
 * @public
 * @example
 * describe.each(releases({ from: '1.28' }))('on %s', (release) => {
 *   it('starts', async () => (await startTestServer({ release })).close());
 * });
 */
export function releases({ from = OLDEST_RELEASE, to = CURRENT_RELEASE }: ReleaseRange = {}): string[] {
  const first = minorOf(checkedRelease(from));
  const last = minorOf(checkedRelease(to));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => `1.${first + i}`);
}

/** Returns a release that a server can show; throws TypeError for another text. */
export function checkedRelease(text: string): string {
  const minor = /^1\.(\d{1,3})$/.exec(text)?.[1];
  if (minor === undefined || Number(minor) < minorOf(OLDEST_RELEASE) || Number(minor) > minorOf(NEWEST_RELEASE)) {
    throw new TypeError(
      `release: ${JSON.stringify(text)} is not one from ${OLDEST_RELEASE} to ${NEWEST_RELEASE}, such as '1.29'`,
    );
  }
  return text;
}
