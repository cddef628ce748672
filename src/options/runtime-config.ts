import type { OptionProblem } from './problem.js';

/** Version levels that `api/<level>` of `--runtime-config` speaks for. */
export type ApiLevel = 'all' | 'ga' | 'beta' | 'alpha';

/** An API version or resource as `--runtime-config` sees it. */
export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly isOnByDefault: boolean;
}

const LEVELS: readonly ApiLevel[] = ['all', 'ga', 'beta', 'alpha'];
const REMEDY = 'Write <group>/<version>[/<resource>]=true|false, v1=..., or api/all, api/ga, api/beta, api/alpha.';

/** Which API versions and resources are switched on or off (`--runtime-config`). Immutable. */
export class RuntimeConfig {
  private constructor(private readonly settings: ReadonlyMap<string, boolean>) {}

  /** Everything as the release has it. */
  static readonly none = new RuntimeConfig(new Map());

  /** Reads key and value pairs; an empty value means true. Faulty ones are left out: see `problems()`. */
  static of(entries: Readonly<Record<string, string>>): RuntimeConfig {
    const settings = Object.entries(entries).flatMap(([key, text]): [string, boolean][] => {
      const value = readSwitch(text);
      return value === undefined ? [] : [[canonicalKey(key), value]];
    });
    return new RuntimeConfig(new Map(settings));
  }

  /** Returns the problems of key and value pairs by themselves; only the catalogue knows whether a version exists. */
  static problems(entries: Readonly<Record<string, string>>): OptionProblem[] {
    const pairs = Object.entries(entries);
    const option = '--runtime-config';
    if (pairs.length === 1 && pairs[0][0] === 'api/all' && readSwitch(pairs[0][1]) === false) {
      const remedy = 'Say as well which versions are to be served.';
      return [{ option, message: 'invalid key with only api/all=false', remedy }];
    }
    return pairs.flatMap(([key, text]) => {
      if (readSwitch(text) === undefined) {
        return [{ option, message: `invalid value of ${key}=${text}`, remedy: `Use true or false. ${REMEDY}` }];
      }
      return isKey(canonicalKey(key))
        ? []
        : [{ option, message: `unknown key ${JSON.stringify(key)}`, remedy: REMEDY }];
    });
  }

  /** The versions that were named, the core one with an empty group, for the plugin host to check that they exist. */
  namedVersions(): { group: string; version: string }[] {
    const keys = [...this.settings.keys()].filter((key) => !key.startsWith('api/'));
    return keys.map((key) => ({ group: key.split('/')[0], version: key.split('/')[1] }));
  }

  /** Reports whether a version is served: its own setting, else its level's, else `api/all`, else the default. */
  servesVersion({ group, version, isOnByDefault }: ServedVersion): boolean {
    return (
      this.settings.get(`${group}/${version}`) ??
      this.settings.get(`api/${levelOf(version)}`) ??
      this.settings.get('api/all') ??
      isOnByDefault
    );
  }

  /** Reports whether a resource is served: its own setting, else its version's. */
  servesResource(resource: string, version: ServedVersion): boolean {
    return this.settings.get(`${version.group}/${version.version}/${resource}`) ?? this.servesVersion(version);
  }
}

function readSwitch(text: string): boolean | undefined {
  if (text === '' || /^(true|t|1)$/i.test(text)) return true;
  return /^(false|f|0)$/i.test(text) ? false : undefined;
}

/** The core group has two spellings, `v1` and `api/v1`; inside it is the group with the empty name. */
function canonicalKey(key: string): string {
  return /^(api\/)?v1(\/|$)/.test(key) ? key.replace(/^(api\/)?v1/, '/v1') : key;
}

function isKey(key: string): boolean {
  const [group, version, resource, ...rest] = key.split('/');
  if (group === 'api') return LEVELS.includes(version as ApiLevel) && resource === undefined;
  return rest.length === 0 && version !== undefined && /^v\d+((alpha|beta)\d+)?$/.test(version) && resource !== '';
}

function levelOf(version: string): ApiLevel {
  if (version.includes('alpha')) return 'alpha';
  return version.includes('beta') ? 'beta' : 'ga';
}
