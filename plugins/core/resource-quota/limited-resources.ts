import type { GroupResource } from '../../../src/plugin-api/built-in.js';
import type { Charge } from './quota-charge.js';
import type { ResourceQuota, ScopedResourceSelectorRequirement } from './resource-quota.v1.js';
import { scopesOf } from './usage/pod-scopes.js';

/** Something that may only be used where a quota covers it. */
export interface LimitedResource {
  readonly apiGroup: string;
  readonly resource: string;
  /** Parts of the names of what is limited. */
  readonly matchContains: readonly string[];
  readonly matchScopes: readonly ScopedResourceSelectorRequirement[];
}

/** A quota that a write counts for, and the resources of it. */
interface Cover {
  readonly quota: ResourceQuota;
  readonly resources: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

const FORMATS = new Map([
  ['apiserver.config.k8s.io/v1', 'ResourceQuotaConfiguration'],
  ['resourcequota.admission.k8s.io/v1beta1', 'Configuration'],
  ['resourcequota.admission.k8s.io/v1alpha1', 'Configuration'],
]);
const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];

/** The resources that the configuration of ResourceQuota allows only if a quota covers them. */
export class LimitedResources {
  constructor(private readonly limited: readonly LimitedResource[]) {}

  /** Reads the configuration; throws an Error that says what is wrong with it. */
  static read(configuration: unknown): LimitedResources {
    if (configuration === undefined) return new LimitedResources([]);
    const { apiVersion, kind, limitedResources = [], ...others } = mappingOf(configuration, 'the configuration');
    if (typeof apiVersion !== 'string' || kind === undefined || FORMATS.get(apiVersion) !== kind) {
      throw new Error('is no ResourceQuotaConfiguration of apiserver.config.k8s.io/v1');
    }
    refuseOthers(others, '');
    return new LimitedResources(listOf(limitedResources, 'limitedResources').map(readLimited));
  }

  /** True if nothing is limited so. */
  get isEmpty(): boolean {
    return this.limited.length === 0;
  }

  /** Returns why a write is not covered by its quotas; undefined if it is. */
  faultOf({ group, resource }: GroupResource, charge: Charge, covers: readonly Cover[]): string | undefined {
    const parts = this.limited
      .filter((each) => each.apiGroup === group && each.resource === resource)
      .flatMap(({ matchContains }) => matchContains);
    const used = [...charge.evaluator.usage(charge.object, charge.now).keys()];
    const covered = new Set(covers.flatMap(({ resources }) => resources));
    const bare = used.filter((name) => parts.some((part) => name.includes(part)) && !covered.has(name));
    return bare.length > 0
      ? `insufficient quota to consume: ${bare.sort().join(',')}`
      : this.faultOfScopes(charge, covers);
  }

  private faultOfScopes({ evaluator, object }: Charge, covers: readonly Cover[]): string | undefined {
    const limited = this.limited.flatMap(({ matchScopes }) => matchScopes);
    const entered = limited.filter((scope) => evaluator.isInScope(object, scope));
    const covered = new Set(
      covers.flatMap(({ quota }) => scopesOf(quota.spec ?? {})).map(({ scopeName }) => scopeName),
    );
    const bare = entered.filter(({ scopeName }) => !covered.has(scopeName));
    if (bare.length === 0) return undefined;
    const shown = bare.map(
      ({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`,
    );
    return `insufficient quota to match these scopes: [${shown.join(' ')}]`;
  }
}

function readLimited(value: unknown, i: number): LimitedResource {
  const at = `limitedResources[${i}]`;
  const { apiGroup = '', resource, matchContains = [], matchScopes = [], ...others } = mappingOf(value, at);
  refuseOthers(others, `${at}.`);
  return {
    apiGroup: textOf(apiGroup, `${at}.apiGroup`),
    resource: textOf(resource, `${at}.resource`),
    matchContains: listOf(matchContains, `${at}.matchContains`).map((part) => textOf(part, `${at}.matchContains`)),
    matchScopes: listOf(matchScopes, `${at}.matchScopes`).map((scope) => readScope(scope, `${at}.matchScopes`)),
  };
}

function readScope(value: unknown, at: string): ScopedResourceSelectorRequirement {
  const { scopeName, operator, values = [], ...others } = mappingOf(value, at);
  refuseOthers(others, `${at}.`);
  if (!OPERATORS.includes(operator as string)) throw new Error(`${at}.operator: is not one of ${OPERATORS.join(', ')}`);
  return {
    scopeName: textOf(scopeName, `${at}.scopeName`),
    operator: operator as string,
    values: listOf(values, `${at}.values`).map((each) => textOf(each, `${at}.values`)),
  };
}

function refuseOthers(others: Mapping, at: string): void {
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`${at}${other}: is unknown`);
}

function mappingOf(value: unknown, at: string): Mapping {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Mapping;
  throw new Error(`${at}: is no mapping`);
}

function listOf(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${at}: is no list`);
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${at}: is no text`);
}
