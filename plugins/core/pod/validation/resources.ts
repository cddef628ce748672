import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { GoValue, notFoundField } from '../../../../src/plugin-api/built-in.js';
import type { ContainerResizePolicy, ResourceClaim, ResourceRequirements } from '../shape/container.v1.js';
import { checkChoice, checkLabel } from './checks.js';
import { isHugePages, isOvercommitAllowed } from '../../resource-name/resource-name.js';
import { validateContainerResourceName, validateResourceAmount } from '../../resource-name/resource-name.validation.js';

type Amount = string | number;

const RESIZABLE = ['cpu', 'memory'];

/** The rules for what is asked for besides amounts. */
export interface ResourceRules {
  /** The resource claims of the pod. */
  readonly claimNames?: ReadonlySet<string>;
  readonly checkName?: (name: string, path: FieldPath) => FieldError[];
}

/** Checks what a container asks for. */
export function validateResourceRequirements(
  resources: ResourceRequirements | undefined,
  path: FieldPath,
  { claimNames = new Set(), checkName = validateContainerResourceName }: ResourceRules = {},
): FieldError[] {
  const limits = resources?.limits ?? {};
  const requests = resources?.requests ?? {};
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const errors = [
    ...sortedEntries(limits).flatMap(([name]) => [
      ...checkName(name, path.child('limits').key(name)),
      ...amountErrors(name, limits, path.child('limits').key(name)),
    ]),
    ...sortedEntries(requests).flatMap(([name, amount]) => [
      ...checkName(name, path.child('requests').key(name)),
      ...validateResourceAmount(name, requests, path.child('requests').key(name)),
      ...requestLimitErrors(name, { request: amount, limit: limits[name] }, path),
      ...hugePageErrors(name, amount, path.child('requests').key(name)),
    ]),
  ];
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(forbidden(path, 'HugePages require cpu or memory'));
  }
  return [...errors, ...validateClaims(resources?.claims, claimNames, path.child('claims'))];
}

function amountErrors(name: string, amounts: Readonly<Record<string, Amount>>, path: FieldPath): FieldError[] {
  return [...validateResourceAmount(name, amounts, path), ...hugePageErrors(name, amounts[name], path)];
}

/** The amounts of one resource. */
interface Requirement {
  readonly request: Amount;
  readonly limit: Amount | undefined;
}

function requestLimitErrors(name: string, { request, limit }: Requirement, path: FieldPath): FieldError[] {
  const hasToBeEqual = !isOvercommitAllowed(name);
  if (limit === undefined) {
    return hasToBeEqual ? [required(path.child('limits'), 'Limit must be set for non overcommitable resources')] : [];
  }
  const order = Quantity.fromJson(request).compare(Quantity.fromJson(limit));
  if (order === 0 || (order < 0 && !hasToBeEqual)) return [];
  const relation = hasToBeEqual ? 'equal to' : 'less than or equal to';
  return [invalid(path.child('requests'), String(request), `must be ${relation} ${name} limit of ${limit}`)];
}

function hugePageErrors(name: string, amount: Amount, path: FieldPath): FieldError[] {
  if (!isHugePages(name)) return [];
  const size = pageSizeOf(name);
  const value = Quantity.fromJson(amount).value();
  if (size === undefined || (size > 0n && value % size === 0n)) return [];
  return [invalid(path, String(amount), `${amount} is not positive integer multiple of ${name}`)];
}

function pageSizeOf(name: string): bigint | undefined {
  try {
    return Quantity.parse(name.slice('hugepages-'.length)).value();
  } catch {
    return undefined;
  }
}

function validateClaims(
  claims: readonly ResourceClaim[] | undefined,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  if (!claims) return [];
  const uses = new ClaimUses();
  const known = claimNames.size === 0 ? ' which is empty' : `: ${[...claimNames].sort().join(', ')}`;
  return claims.flatMap((claim, i) => {
    const place = path.index(i);
    if (!claim.name) return [required(place)];
    const errors = uses.errorsOf(claim, place);
    if (!claimNames.has(claim.name)) errors.push(unknownClaim(claim.name, known, place));
    return errors;
  });
}

/** A claim is used as a whole or by its requests, each once. */
class ClaimUses {
  private readonly whole = new Set<string>();
  private readonly requests = new Map<string, Set<string>>();

  errorsOf({ name, request }: ResourceClaim, path: FieldPath): FieldError[] {
    if (this.whole.has(name)) return [duplicate(path, name)];
    const requested = this.requests.get(name) ?? new Set();
    if (!request) {
      this.whole.add(name);
      return [...requested].map(() => duplicate(path, name));
    }
    const errors = checkLabel(request, path.child('request'));
    if (requested.has(request)) errors.push(duplicate(path, `${name}/${request}`));
    this.requests.set(name, requested.add(request));
    return errors;
  }
}

function unknownClaim(name: string, known: string, path: FieldPath): FieldError {
  return notFoundField(path, name, `must be one of the names in pod.spec.resourceClaims${known}`);
}

/** Checks how a container takes changes of its resources. */
export function validateResizePolicy(
  policies: readonly ContainerResizePolicy[] | undefined,
  podRestartPolicy: string | undefined,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (policies ?? []).flatMap(({ resourceName, restartPolicy }, i) => {
    const errors: FieldError[] = [];
    if (seen.has(resourceName)) errors.push(duplicate(path.index(i), new GoValue(resourceName, resourceName)));
    seen.add(resourceName);
    errors.push(...resizedNameErrors(resourceName, path));
    errors.push(...checkChoice(restartPolicy, path, ['NotRequired', 'RestartContainer']));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.push(invalid(path, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'"));
    }
    return errors;
  });
}

/** Resource names are shown without quotes. */
function resizedNameErrors(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  return RESIZABLE.includes(name) ? [] : [notSupported(path, new GoValue(name, name), RESIZABLE)];
}

function sortedEntries(amounts: Readonly<Record<string, Amount>>): [string, Amount][] {
  return Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1));
}
