import {
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goSlice, isPathSegmentName, repeatFinder, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { type NamedRuleWithOperations, Rule, type RuleWithOperations } from './match-resources.v1.js';

const ALL = '*';
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const checkRule = fieldChecker(Rule);

/** Checks which operations on which resources a rule means. */
export function validateRule(rule: RuleWithOperations, path: FieldPath): FieldError[] {
  return [
    ...operationErrors(rule.operations ?? [], path.child('operations')),
    ...groupErrors(rule.apiGroups ?? [], path.child('apiGroups')),
    ...versionErrors(rule.apiVersions ?? [], path.child('apiVersions')),
    ...resourceErrors(rule.resources ?? [], path.child('resources')),
    ...checkRule(rule, path),
  ];
}

/** Checks a rule that may mean single objects by their names. */
export function validateNamedRule(rule: NamedRuleWithOperations, path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const ofNames = (rule.resourceNames ?? []).flatMap((name, i) => {
    const place = path.child('resourceNames').index(i);
    const errors = isPathSegmentName(name).map((message) => invalid(place, name, message));
    return isRepeated(name) ? [...errors, duplicate(place, name)] : errors;
  });
  return [...ofNames, ...validateRule(rule, path)];
}

function operationErrors(given: readonly string[], path: FieldPath): FieldError[] {
  const unknown = given.flatMap((operation, i) => {
    return OPERATIONS.includes(operation) ? [] : [notSupported(path.index(i), operation, OPERATIONS)];
  });
  return [...listErrors(given, { path, what: 'operations', type: 'admissionregistration.OperationType' }), ...unknown];
}

function groupErrors(groups: readonly string[], path: FieldPath): FieldError[] {
  return listErrors(groups, { path, what: 'API groups' });
}

function versionErrors(versions: readonly string[], path: FieldPath): FieldError[] {
  const empty = versions.flatMap((version, i) => (version === '' ? [required(path.index(i))] : []));
  return [...listErrors(versions, { path, what: 'API versions' }), ...empty];
}

/** A list has to have something in it, and what stands for all has to stand alone. */
function listErrors(list: readonly string[], { path, what, type = 'string' }: ListRule): FieldError[] {
  if (list.length === 0) return [required(path)];
  if (list.length === 1 || !list.includes(ALL)) return [];
  return [invalid(path, goSlice(type, list), `if '*' is present, must not specify other ${what}`)];
}

/** Where a list stands, what is in it, and of which type that is in Go. */
interface ListRule {
  readonly path: FieldPath;
  readonly what: string;
  readonly type?: string;
}

function resourceErrors(resources: readonly string[], path: FieldPath): FieldError[] {
  if (resources.length === 0) return [required(path)];
  const coverage = new Coverage();
  const single = resources.flatMap((resource, i) => {
    return resource === '' ? [required(path.index(i))] : coverage.add(resource, path.index(i));
  });
  return [...single, ...coverage.whole(resources, path)];
}

/** The coverage of the resources checked so far, so that redundant ones are detected. */
class Coverage {
  private readonly withAllSubresources = new Set<string>();
  private readonly subresourcesOfAll = new Set<string>();
  private hasAllOfAll = false;
  private hasAll = false;
  /** Of the resources without a subresource the last one counts, as in the reference. */
  private endsWithPlain = false;

  add(resource: string, path: FieldPath): FieldError[] {
    if (resource === '*/*') this.hasAllOfAll = true;
    if (resource === ALL) this.hasAll = true;
    const slash = resource.indexOf('/');
    if (slash < 0) {
      this.endsWithPlain = resource !== ALL;
      return [];
    }
    return this.addSubresource(resource, { parent: resource.slice(0, slash), name: resource.slice(slash + 1) }, path);
  }

  private addSubresource(resource: string, { parent, name }: Subresource, path: FieldPath): FieldError[] {
    const covers: string[] = [];
    if (this.withAllSubresources.has(parent)) covers.push(`${parent}/*`);
    if (this.subresourcesOfAll.has(name)) covers.push(`*/${name}`);
    if (name === ALL) this.withAllSubresources.add(parent);
    if (parent === ALL) this.subresourcesOfAll.add(name);
    return covers.map((cover) => invalid(path, resource, `if '${cover}' is present, must not specify ${resource}`));
  }

  whole(resources: readonly string[], path: FieldPath): FieldError[] {
    const errors: FieldError[] = [];
    if (resources.length > 1 && this.hasAllOfAll) {
      errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"));
    }
    if (this.hasAll && this.endsWithPlain) {
      const text = "if '*' is present, must not specify other resources without subresources";
      errors.push(invalid(path, resources, text));
    }
    return errors;
  }
}

interface Subresource {
  readonly parent: string;
  readonly name: string;
}
