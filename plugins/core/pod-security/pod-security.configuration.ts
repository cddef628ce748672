import { isDns1123Label, isDns1123Subdomain } from '../../../src/plugin-api/index.js';
import { LEVEL_RULE, type LevelVersion, type Mode, type Policy, VERSION_RULE, isLevel, isVersion } from './policy.js';

const API_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `pod-security.admission.config.k8s.io/${version}`);
const KIND = 'PodSecurityConfiguration';
const DEFAULTS = ['enforce', 'audit', 'warn'].flatMap((mode) => [mode, `${mode}-version`]);
const NOTHING: LevelVersion = { level: 'privileged', version: 'latest' };

/** The defaults for namespaces without labels, and the exemptions. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly exemptions: Exemptions;
}

/** The exemptions: users, classes and namespaces that are not checked. */
export interface Exemptions {
  readonly usernames: ReadonlySet<string>;
  readonly runtimeClasses: ReadonlySet<string>;
  readonly namespaces: ReadonlySet<string>;
}

type Mapping = Readonly<Record<string, unknown>>;
type NameRule = (name: string) => readonly string[];

/** Reads the configuration of PodSecurity; throws an Error that says what is wrong with it. */
export function readPodSecurityConfiguration(configuration: unknown): PodSecurityConfiguration {
  const { defaults, exemptions } = isGiven(configuration) ? documentOf(configuration) : ({} as Mapping);
  const chosen = mappingOf(defaults, 'defaults', DEFAULTS);
  const exempt = mappingOf(exemptions, 'exemptions', ['usernames', 'runtimeClasses', 'namespaces']);
  const level = (mode: Mode): LevelVersion => readLevel(chosen, mode);
  return {
    defaults: { enforce: level('enforce'), audit: level('audit'), warn: level('warn') },
    exemptions: {
      usernames: namesOf(exempt, 'usernames', (name) => (name === '' ? ['must not be empty'] : [])),
      runtimeClasses: namesOf(exempt, 'runtimeClasses', isDns1123Subdomain),
      namespaces: namesOf(exempt, 'namespaces', isDns1123Label),
    },
  };
}

function documentOf(configuration: unknown): Mapping {
  const document = mappingOf(configuration, '', ['apiVersion', 'kind', 'defaults', 'exemptions']);
  const isKnown = document.kind === KIND && API_VERSIONS.includes(document.apiVersion as string);
  if (!isKnown) throw new Error(`is no ${KIND} of ${API_VERSIONS.join(', ')}`);
  return document;
}

function readLevel(defaults: Mapping, mode: Mode): LevelVersion {
  const level = defaults[mode] || NOTHING.level;
  const version = defaults[`${mode}-version`] || NOTHING.version;
  if (!isLevel(level)) throw new Error(`defaults.${mode}: ${LEVEL_RULE}`);
  if (!isVersion(version)) throw new Error(`defaults.${mode}-version: ${VERSION_RULE}`);
  return { level, version };
}

function namesOf(exemptions: Mapping, member: string, rule: NameRule): ReadonlySet<string> {
  const list = exemptions[member] ?? [];
  const at = `exemptions.${member}`;
  if (!Array.isArray(list)) throw new Error(`${at}: is no list`);
  const names = new Set<string>();
  list.forEach((name: unknown, i) => {
    if (typeof name !== 'string') throw new Error(`${at}[${i}]: is no text`);
    const [fault] = names.has(name) ? [`${JSON.stringify(name)} is there twice`] : rule(name);
    if (fault !== undefined) throw new Error(`${at}[${i}]: ${fault}`);
    names.add(name);
  });
  return names;
}

function mappingOf(value: unknown, at: string, members: readonly string[]): Mapping {
  if (!isGiven(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(`${at}${at && ': '}is no mapping`);
  const other = Object.keys(value as Mapping).find((member) => !members.includes(member));
  if (other !== undefined) throw new Error(`${at}${at && '.'}${other}: is unknown`);
  return value as Mapping;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
