import { type FieldError, type FieldPath, type GroupResource, invalid } from '../../apimachinery/index.js';

const ALL = '*.*';
const CORE = '*.';

/** Reports whether an entry of a configuration matches a resource: by its name, its group, or all resources. */
export function speaksOf(entry: string, { group, resource }: GroupResource): boolean {
  if (entry === ALL) return true;
  if (entry.startsWith('*.')) return entry.slice(2) === group;
  return entry === (group === '' ? resource : `${resource}.${group}`);
}

/** Returns faults of the resources of one entry: what cannot be meant, and what would never be looked at. */
export function faultsOfResources(resources: readonly string[], path: FieldPath): FieldError[] {
  const wildcards = new Set(resources.filter((name) => name.startsWith('*.')));
  const seen = new Set<string>();
  return resources.flatMap((name, i) => {
    const why =
      faultOfName(name) ?? (seen.has(name) ? REPEATED : undefined) ?? (isMasked(name, wildcards) ? MASKED : undefined);
    seen.add(name);
    return why === undefined ? [] : [invalid(path.index(i), name, why)];
  });
}

const REPEATED = 'the same resource cannot be specified multiple times';
const MASKED =
  "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";

function faultOfName(name: string): string | undefined {
  const [resource, ...rest] = name.split('.');
  const group = rest.join('.');
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (/[A-Z]/.test(name)) return 'resource name should not contain capital letters';
  if (resource.includes('*') && resource !== '*') return 'a wildcard stands for a whole name';
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported';
  if (group === 'events.k8s.io') {
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  }
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  return undefined;
}

/** Reports whether a wildcard in the same list includes the name. */
function isMasked(name: string, wildcards: ReadonlySet<string>): boolean {
  if (name === ALL) return false;
  if (wildcards.has(ALL)) return true;
  const dot = name.indexOf('.');
  return !name.startsWith('*.') && wildcards.has(dot < 0 ? CORE : `*${name.slice(dot)}`);
}
