import type { Rate } from './token-bucket.js';

const TYPES = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;
const MEMBERS = ['type', 'qps', 'burst', 'cacheSize'];
const API_VERSION = 'eventratelimit.admission.k8s.io/v1alpha1';
const CACHE_SIZE = 4096;

/** A limit of events: its type, its rate, and the number of tracked keys. */
export interface EventLimit extends Rate {
  readonly type: (typeof TYPES)[number];
  readonly cacheSize: number;
}

type Mapping = Readonly<Record<string, unknown>>;

/** Reads the configuration of EventRateLimit; throws an Error that says what is wrong with it. */
export function readEventLimits(configuration: unknown): EventLimit[] {
  if (!isMapping(configuration)) throw new Error('needs a configuration with limits');
  const { apiVersion, kind, limits } = configuration;
  if (apiVersion !== API_VERSION || kind !== 'Configuration') throw new Error(`is no Configuration of ${API_VERSION}`);
  refuseOthers(configuration, ['apiVersion', 'kind', 'limits'], '');
  if (!Array.isArray(limits) || limits.length === 0) throw new Error('limits: must not be empty');
  return limits.map((limit, i) => readLimit(limit, `limits[${i}]`));
}

function readLimit(limit: unknown, at: string): EventLimit {
  if (!isMapping(limit)) throw new Error(`${at}: is no mapping`);
  refuseOthers(limit, MEMBERS, `${at}.`);
  const type = TYPES.find((each) => each === limit.type);
  if (!type) throw new Error(`${at}.type: is not one of ${TYPES.join(', ')}`);
  const cacheSize = numberOf(limit.cacheSize ?? 0, `${at}.cacheSize`);
  if (cacheSize < 0) throw new Error(`${at}.cacheSize: must not be negative`);
  return {
    type,
    qps: positive(limit.qps, `${at}.qps`),
    burst: positive(limit.burst, `${at}.burst`),
    cacheSize: cacheSize || CACHE_SIZE,
  };
}

function positive(value: unknown, at: string): number {
  const number = numberOf(value ?? 0, at);
  if (number <= 0) throw new Error(`${at}: must be positive`);
  return number;
}

function numberOf(value: unknown, at: string): number {
  if (!Number.isInteger(value)) throw new Error(`${at}: is no whole number`);
  return value as number;
}

function refuseOthers(mapping: Mapping, members: readonly string[], at: string): void {
  const other = Object.keys(mapping).find((member) => !members.includes(member));
  if (other !== undefined) throw new Error(`${at}${other}: is unknown`);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
