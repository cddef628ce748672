import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';

const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
const LABELS = FieldPath.of('metadata', 'labels');
const PREFIX = 'pod-security.kubernetes.io/';

/** Keys of the audit annotations. */
export const AUDIT = {
  enforcedPolicy: `${PREFIX}enforce-policy`,
  violations: `${PREFIX}audit-violations`,
  exempt: `${PREFIX}exempt`,
  error: `${PREFIX}error`,
} as const;

/** How much pods may do: anything, what is usual, or only what is safe. */
export type Level = (typeof LEVELS)[number];

/** A level as it was in a release (`v1.25`), or as it is now (`latest`). */
export interface LevelVersion {
  readonly level: Level;
  readonly version: string;
}

/** The consequence of a violation: rejection, an entry in the audit log, a warning. */
export type Mode = 'enforce' | 'audit' | 'warn';

/** The modes in the order in which they are read and reported. */
export const MODES: readonly Mode[] = ['enforce', 'audit', 'warn'];

/** The levels of a namespace by mode. */
export type Policy = Readonly<Record<Mode, LevelVersion>>;

/** Reports whether a text is a level. */
export function isLevel(text: unknown): text is Level {
  return LEVELS.includes(text as Level);
}

/** The rule for levels. */
export const LEVEL_RULE = `must be one of ${LEVELS.join(', ')}`;

/** The rule for versions. */
export const VERSION_RULE = 'must be "latest" or "v1.x"';

/** Reports whether a text is a version. */
export function isVersion(text: unknown): text is string {
  return typeof text === 'string' && (text === 'latest' || Number.isSafeInteger(minorOf(text)));
}

/** Returns the minor release of a version, which is beyond all for the latest; NaN for anything else. */
export function minorOf(version: string): number {
  if (version === 'latest') return Infinity;
  return /^v1\.(0|[1-9]\d*)$/.test(version) ? Number(version.slice('v1.'.length)) : NaN;
}

/** Formats a level and its version for messages. */
export function formatLevel({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

/** Reports whether one level of the same version asks for more than another. */
export function isStricter(level: Level, other: Level): boolean {
  return LEVELS.indexOf(level) > LEVELS.indexOf(other);
}

/** Reports whether two levels and their versions are the same. */
export function isSameLevel(one: LevelVersion, other: LevelVersion): boolean {
  return one.level === other.level && one.version === other.version;
}

/** Names of the labels of a mode: that of its level and that of its version. */
export function labelsOf(mode: Mode): readonly [level: string, version: string] {
  return [`${PREFIX}${mode}`, `${PREFIX}${mode}-version`];
}

/** The policy in the labels of a namespace, and the errors in them. */
export interface ReadPolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

type Labels = Readonly<Record<string, string>>;

/** Reads the policy of a namespace. What cannot be read is taken as restricted where it is enforced, and as privileged elsewhere. */
export function readPolicy(labels: Labels | undefined, defaults: Policy): ReadPolicy {
  const errors: FieldError[] = [];
  if (!labels) return { policy: defaults, errors };
  const read = (mode: Mode): LevelVersion => readMode(labels, { mode, fallback: defaults[mode], errors });
  return { policy: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }, errors };
}

interface Reading {
  readonly mode: Mode;
  readonly fallback: LevelVersion;
  /** Gets what is wrong. */
  readonly errors: FieldError[];
}

function readMode(labels: Labels, { mode, fallback, errors }: Reading): LevelVersion {
  const [levelLabel, versionLabel] = labelsOf(mode);
  const { [levelLabel]: level = fallback.level, [versionLabel]: version = fallback.version } = labels;
  if (!isLevel(level)) errors.push(invalid(LABELS.key(levelLabel), level, LEVEL_RULE));
  if (!isVersion(version)) errors.push(invalid(LABELS.key(versionLabel), version, VERSION_RULE));
  const strictest = mode === 'enforce' ? 'restricted' : 'privileged';
  return { level: isLevel(level) ? level : strictest, version: isVersion(version) ? version : 'latest' };
}
