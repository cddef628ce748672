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
const REMEDY =
  'Write <group>/<version>[/<resource>]=true|false, v1=..., or api/all, api/ga, api/beta, api/alpha with true or false.';

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
      const message = faultOf(key, text);
      return message === undefined ? [] : [{ option, message, remedy: REMEDY }];
    });
  }

  /** Returns the versions that were named, the core one with an empty group, for the plugin host to check that they exist. */
  namedVersions(): { group: string; version: string }[] {
    const keys = [...this.settings.keys()].filter((key) => !isLevel(key));
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

/** As strconv.ParseBool reads it; a key alone stands for true. */
function readSwitch(text: string): boolean | undefined {
  if (/^(|1|t|T|TRUE|true|True)$/.test(text)) return true;
  return /^(0|f|F|FALSE|false|False)$/.test(text) ? false : undefined;
}

/** The fault of one pair, in the words of upstream (ParseGroups, MergeAPIResourceConfigs). */
function faultOf(key: string, text: string): string | undefined {
  if (isLevel(key)) return text === 'true' || text === 'false' ? undefined : `invalid value ${key}=${text}`;
  const parts = canonicalKey(key).split('/');
  if (parts.length < 2 || parts.length > 3) return `runtime-config invalid key ${key}`;
  if (readSwitch(text) === undefined) {
    return `invalid value of ${key}: ${text}, err: strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const [, , resource = ''] = parts;
  if (resource === resource.toLowerCase()) return undefined;
  const rule = 'group/version/resource and resource is always lowercase plural';
  return `invalid key ${key}: ${rule}, not ${JSON.stringify(resource)}`;
}

function isLevel(key: string): boolean {
  return LEVELS.some((level) => key === `api/${level}`);
}

/** The core group has two spellings, `v1` and `api/v1`; inside it is the group with the empty name. */
function canonicalKey(key: string): string {
  return /^(api\/)?v1(\/|$)/.test(key) ? key.replace(/^(api\/)?v1/, '/v1') : key;
}

function levelOf(version: string): ApiLevel {
  if (version.includes('alpha')) return 'alpha';
  return version.includes('beta') ? 'beta' : 'ga';
}
