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

/**
 * Reports whether a release lies in a span.
 *
 * @internal
 * @example
 * const hadBeta = isWithin({ since: '1.22', until: '1.24' }, '1.23');
 */
export function isWithin({ since, until }: ReleaseSpan, release: string): boolean {
  const minor = numberOf(release);
  return (since === undefined || numberOf(since) <= minor) && (until === undefined || minor <= numberOf(until));
}

/** Rules ask many times per object, of few releases, which the code and the options of the server name. */
const NUMBERS = new Map<string, number>();

function numberOf(release: string): number {
  let number = NUMBERS.get(release);
  if (number === undefined) NUMBERS.set(release, (number = Number(release.slice(release.indexOf('.') + 1))));
  return number;
}
