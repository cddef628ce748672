import { formatDuration } from '../../../../src/plugin-api/built-in.js';

/** The configuration of ImagePolicyWebhook; times in milliseconds. */
export interface ImagePolicyConfiguration {
  readonly kubeConfigFile: string;
  /** How long approvals are cached; 0 for not at all. */
  readonly allowTtl: number;
  /** How long denials are cached; 0 for not at all. */
  readonly denyTtl: number;
  /** The wait before the second attempt. */
  readonly retryBackoff: number;
  /** True if pods are accepted when the webhook fails. */
  readonly defaultAllow: boolean;
}

/** The unit, bounds and default of a time; in milliseconds. */
interface TimeRule {
  readonly unit: number;
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

type Mapping = Readonly<Record<string, unknown>>;

const SECTION = 'imagePolicy';
const MEMBERS = ['kubeConfigFile', 'allowTTL', 'denyTTL', 'retryBackoff', 'defaultAllow'];
const DISABLED = -1;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const NANOSECOND = 1e-6;
const NANOSECONDS_PER_MILLISECOND = 1_000_000n;
const TTL = { unit: SECOND, min: SECOND, max: 30 * MINUTE };
const ALLOW_TTL: TimeRule = { ...TTL, fallback: 5 * MINUTE };
const DENY_TTL: TimeRule = { ...TTL, fallback: 30 * SECOND };
const RETRY_BACKOFF: TimeRule = { unit: 1, min: NANOSECOND, max: 5 * MINUTE, fallback: 500 };

/** Reads the configuration of ImagePolicyWebhook; throws an Error that says what is wrong with it. */
export function readImagePolicyConfiguration(configuration: unknown): ImagePolicyConfiguration {
  if (configuration === undefined) throw new Error('no config specified');
  const section = mappingOf(mappingOf(configuration, '', [SECTION])[SECTION], SECTION, MEMBERS);
  const { kubeConfigFile, defaultAllow = false } = section;
  const retryBackoff = timeOf(section, 'retryBackoff', RETRY_BACKOFF);
  const allowTtl = timeOf(section, 'allowTTL', ALLOW_TTL);
  const denyTtl = timeOf(section, 'denyTTL', DENY_TTL);
  if (typeof kubeConfigFile !== 'string' || kubeConfigFile === '') {
    throw new Error(`${SECTION}.kubeConfigFile: has to name the kubeconfig of the webhook`);
  }
  if (typeof defaultAllow !== 'boolean') throw new Error(`${SECTION}.defaultAllow: is neither true nor false`);
  return { kubeConfigFile, allowTtl, denyTtl, retryBackoff, defaultAllow };
}

function timeOf(section: Mapping, member: string, { unit, min, max, fallback }: TimeRule): number {
  const given = section[member] ?? 0;
  if (!Number.isSafeInteger(given)) throw new Error(`${SECTION}.${member}: is no whole number`);
  if (given === DISABLED) return 0;
  if (given === 0) return fallback;
  const value = (given as number) * unit;
  if (value >= min && value <= max) return value;
  const got = formatDuration(BigInt(given as number) * BigInt(unit) * NANOSECONDS_PER_MILLISECOND);
  throw new Error(`valid value is between ${formatTime(min)} and ${formatTime(max)}, got ${got}`);
}

function formatTime(milliseconds: number): string {
  return formatDuration(BigInt(Math.round(milliseconds / NANOSECOND)));
}

function mappingOf(value: unknown, at: string, members: readonly string[]): Mapping {
  const prefix = at === '' ? '' : `${at}: `;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${prefix}is no mapping`);
  const other = Object.keys(value).find((member) => !members.includes(member));
  if (other !== undefined) throw new Error(`${prefix}unknown key ${JSON.stringify(other)}`);
  return value as Mapping;
}
