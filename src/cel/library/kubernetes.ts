import { Environment, type Library } from '../environment.js';
import { DYN, optionalOf, type Type, typeOf } from '../check/index.js';
import { OPTIONAL_MACROS, TWO_VARIABLE_MACROS } from '../parse/index.js';
import { AUTHORIZER_CHECKS, AUTHORIZER_SELECTORS, AUTHORIZER_TYPES } from './authorizer.js';
import { FORMAT_TYPE, FORMATTING } from './format.js';
import { KUBERNETES_LISTS } from './kubernetes-lists.js';
import { LIST_ENDS, LIST_TRANSFORMS } from './list-transforms.js';
import { checkAggregates, checkLiterals } from './literal-checks.js';
import { MAP_INSERTS } from './map-insert.js';
import { CIDRS, IPS, NETWORK_TYPES } from './network.js';
import { OPTIONAL_TYPES } from './optional.js';
import { QUANTITIES, QUANTITY_TYPE } from './quantity.js';
import { CROSS_TYPE_ORDERING } from './relations.js';
import { REGEX } from './regex.js';
import { SEMVERS, SEMVER_TYPE } from './semver.js';
import { SETS } from './sets.js';
import { STANDARD } from './standard.js';
import { STRINGS_V0, STRINGS_V2 } from './strings.js';
import { URL_TYPE, URLS } from './url.js';

/** A library with the releases that have it. */
interface VersionedLibrary extends Library {
  /** Minor version of the first release that has it. */
  readonly since: number;
  /** Minor version of the first served release with it, where servers have it for expressions of older releases, too. */
  readonly served?: number;
  /** Minor version of the first release that has it no more. */
  readonly until?: number;
}

function named(...types: readonly (readonly [string, Type])[]): ReadonlyMap<string, Type> {
  return new Map(types.map(([name, type]) => [name, typeOf(type)]));
}

const LIBRARIES: readonly VersionedLibrary[] = [
  { since: 0, ...STANDARD, validate: checkAggregates },
  { since: 0, functions: [...URLS, ...REGEX, ...KUBERNETES_LISTS], variables: named(URL_TYPE) },
  { since: 0, until: 29, functions: STRINGS_V0 },
  { since: 27, functions: AUTHORIZER_CHECKS, variables: named(...AUTHORIZER_TYPES) },
  {
    since: 28,
    functions: [...CROSS_TYPE_ORDERING, ...OPTIONAL_TYPES, ...QUANTITIES],
    variables: named(QUANTITY_TYPE, ['optional_type', optionalOf(DYN)]),
    macros: OPTIONAL_MACROS,
    allowsOptional: true,
  },
  { since: 29, functions: [...STRINGS_V2, ...SETS], validate: checkLiterals },
  { since: 30, functions: [...IPS, ...CIDRS], variables: named(...NETWORK_TYPES) },
  { since: 28, served: 33, functions: LIST_ENDS },
  { since: 0, served: 33, refusesSurrogates: true },
  { since: 32, functions: MAP_INSERTS, macros: TWO_VARIABLE_MACROS },
  { since: 33, functions: SEMVERS, variables: named(SEMVER_TYPE) },
  { since: 34, functions: LIST_TRANSFORMS },
  { since: 31, functions: [...FORMATTING, ...AUTHORIZER_SELECTORS], variables: named(FORMAT_TYPE) },
];

const environments = new Map<string, Environment>();

/**
 * Returns the environment of Kubernetes expressions of a release, given by its minor version; `served` is that of the
 * release that evaluates them, by default the same.
 */
export function kubernetesEnvironment(minor: number, served = minor): Environment {
  const key = `${minor} ${served}`;
  const known = environments.get(key);
  if (known) return known;
  const libraries = LIBRARIES.filter((library) => library.since <= minor && minor < (library.until ?? Infinity));
  const made = Environment.of(libraries.filter((library) => (library.served ?? 0) <= served));
  environments.set(key, made);
  return made;
}
