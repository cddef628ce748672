import type { Toleration } from '../../core/index.js';

/** The defaults for namespaces without annotations. */
export interface TolerationsConfiguration {
  readonly defaults: readonly Toleration[];
  readonly allowed: readonly Toleration[];
}

const API_VERSION = 'podtolerationrestriction.admission.k8s.io/v1alpha1';
const TEXTS = ['key', 'operator', 'value', 'effect'] as const;
const MEMBERS: ReadonlySet<string> = new Set([...TEXTS, 'tolerationSeconds']);

/** Reads the plugin's part of the admission configuration; throws an Error in plain words. */
export function readTolerationsConfiguration(configuration: unknown): TolerationsConfiguration {
  if (configuration === undefined) return { defaults: [], allowed: [] };
  if (!isMapping(configuration)) throw new Error('is no mapping');
  const { apiVersion, kind, default: defaults = [], whitelist = [], ...others } = configuration;
  if (apiVersion !== API_VERSION || kind !== 'Configuration') throw new Error(`is no Configuration of ${API_VERSION}`);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`${unknown}: is unknown`);
  return { defaults: readTolerations(defaults, 'default'), allowed: readTolerations(whitelist, 'whitelist') };
}

/** Reads a list of tolerations; throws an Error that begins with `place`. */
export function readTolerations(list: unknown, place: string): Toleration[] {
  if (!Array.isArray(list)) throw new Error(`${place}: is no list`);
  return list.map((each: unknown, i) => readToleration(each, `${place}[${i}]`));
}

function readToleration(value: unknown, place: string): Toleration {
  if (!isMapping(value)) throw new Error(`${place}: is no toleration`);
  const unknown = Object.keys(value).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined) throw new Error(`${place}.${unknown}: is unknown`);
  const wrong = TEXTS.find((member) => value[member] !== undefined && typeof value[member] !== 'string');
  if (wrong !== undefined) throw new Error(`${place}.${wrong}: is no text`);
  const { tolerationSeconds: seconds } = value;
  if (seconds !== undefined && !Number.isSafeInteger(seconds)) {
    throw new Error(`${place}.tolerationSeconds: is no integer`);
  }
  return value;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
