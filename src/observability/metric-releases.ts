/** How far the name and labels of a metric can be relied on; shown at the start of its description. */
export type StabilityLevel = 'ALPHA' | 'BETA' | 'STABLE' | 'INTERNAL';

/** The first and the last release of Kubernetes that have something, as `1.34`; open where one is not given. */
interface Span {
  readonly since?: string;
  readonly until?: string;
}

/** The releases of Kubernetes that have a metric as it is defined. */
export interface MetricReleases extends Span {
  /** Levels of stability by the first release that has them; the level of the definition before. */
  readonly stability?: Readonly<Record<string, StabilityLevel>>;
  /** The releases of labels; all releases have the others. */
  readonly labels?: Readonly<Record<string, Span>>;
}

/** The facts of a definition that depend on the release. */
interface ReleasedDefinition {
  readonly stability?: StabilityLevel;
  readonly labels?: readonly string[];
  readonly deprecatedSince?: string;
  readonly releases?: MetricReleases;
}

/** The release from which on a metric is hidden after its period, and not with the next release whatever its stability. */
const PERIODS_SINCE = 35;

/** Minor releases for which a deprecated metric is shown, by its stability (upstream: deprecationPeriodMinorVersions). */
const PERIODS: Readonly<Record<StabilityLevel, number>> = { STABLE: 3, BETA: 1, ALPHA: 0, INTERNAL: 0 };

/** Reports whether a release has a metric. */
export function hasMetric(release: string, { releases = {} }: Pick<ReleasedDefinition, 'releases'>): boolean {
  return isWithin(release, releases);
}

/** Returns a metric as it is in a release: with its stability then, and with empty names for labels that the release does not have. */
export function inRelease<D extends ReleasedDefinition>(release: string, definition: D): D {
  const { releases, labels, deprecatedSince, stability = 'ALPHA' } = definition;
  const isDeprecated = deprecatedSince !== undefined && minorOf(deprecatedSince) <= minorOf(release);
  const shown = { ...definition, deprecatedSince: isDeprecated ? deprecatedSince : undefined };
  if (!releases) return shown;
  const spans = releases.labels ?? {};
  return {
    ...shown,
    labels: labels?.map((name) => (isWithin(release, spans[name] ?? {}) ? name : '')),
    stability: levelIn(release, releases) ?? stability,
  };
}

/**
 * Reports whether a metric is hidden in a release: before 1.35 in every release after the one that deprecates it, from then on once
 * the period of its stability is over (upstream: shouldHide). Releases may have a patch number.
 */
export function isHiddenIn(
  release: string,
  { deprecatedSince, stability = 'ALPHA' }: Pick<ReleasedDefinition, 'deprecatedSince' | 'stability'>,
): boolean {
  if (deprecatedSince === undefined) return false;
  const [minor, since] = [minorOf(release), minorOf(deprecatedSince)];
  return minor < PERIODS_SINCE ? since < minor : since + PERIODS[stability] <= minor;
}

function levelIn(release: string, { stability = {} }: MetricReleases): StabilityLevel | undefined {
  const reached = Object.keys(stability).filter((since) => minorOf(since) <= minorOf(release));
  const newest = reached.sort((a, b) => minorOf(a) - minorOf(b)).at(-1);
  return newest === undefined ? undefined : stability[newest];
}

/** Returns true for a release of a span. */
export function isWithin(release: string, { since, until }: Span): boolean {
  const minor = minorOf(release);
  return (since === undefined || minorOf(since) <= minor) && (until === undefined || minor <= minorOf(until));
}

/** All releases are of major version 1. */
function minorOf(release: string): number {
  return Number(release.split('.', 2)[1]);
}
