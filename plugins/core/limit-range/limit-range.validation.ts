import {
  type FieldError,
  FieldPath,
  Quantity,
  duplicate,
  forbidden,
  invalid,
  isQualifiedName,
  required,
} from '../../../src/plugin-api/index.js';
import { givenQuantity, goQuantity } from '../../../src/plugin-api/built-in.js';
import { isOvercommitAllowed } from '../resource-name/resource-name.js';
import {
  type ResourceList,
  validateContainerResourceName,
  validateResourceName,
} from '../resource-name/resource-name.validation.js';
import type { LimitRange, LimitRangeItem } from './limit-range.v1.js';

const TYPES = ['Container', 'PersistentVolumeClaim', 'Pod'];

/** Checks the limits of a LimitRange and how they fit together. */
export function validateLimitRange({ spec }: LimitRange): FieldError[] {
  const seen = new Set<string>();
  return (spec?.limits ?? []).flatMap((item, i) => {
    const path = FieldPath.of('spec', 'limits').index(i);
    const isRepeated = seen.has(item.type);
    seen.add(item.type);
    return [
      ...validateType(item.type, path.child('type')),
      ...(isRepeated ? [duplicate(path.child('type'), item.type)] : []),
      ...validateNames(item, path),
      ...resourcesOf(item).flatMap((name) => validateAmounts(item, name, path)),
    ];
  });
}

function validateType(type: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(type).map((message) => invalid(path, type, message));
  if (errors.length > 0 || type.includes('/') || TYPES.includes(type)) return errors;
  return [invalid(path, type, 'must be a standard limit type or fully qualified')];
}

function validateNames(item: LimitRangeItem, path: FieldPath): FieldError[] {
  const check = item.type === 'Pod' || item.type === 'Container' ? validateContainerResourceName : validateResourceName;
  const names = (member: 'max' | 'min' | 'default' | 'defaultRequest' | 'maxLimitRequestRatio'): FieldError[] =>
    Object.keys(item[member] ?? {}).flatMap((name) => check(name, path.child(member).key(name)));
  const defaults = ['default', 'defaultRequest'] as const;
  return [
    ...names('max'),
    ...names('min'),
    ...(item.type === 'Pod'
      ? defaults
          .filter((member) => Object.keys(item[member] ?? {}).length > 0)
          .map((member) => forbidden(path.child(member), "may not be specified when `type` is 'Pod'"))
      : defaults.flatMap(names)),
    ...validateClaimLimits(item, path.child('limits')),
    ...names('maxLimitRequestRatio'),
  ];
}

function validateClaimLimits({ type, min, max }: LimitRangeItem, path: FieldPath): FieldError[] {
  if (type !== 'PersistentVolumeClaim' || hasAmount(min, 'storage') || hasAmount(max, 'storage')) return [];
  return [required(path, 'either minimum or maximum storage value is required, but neither was provided')];
}

function resourcesOf(item: LimitRangeItem): string[] {
  const defaults = item.type === 'Pod' ? [] : [item.default, item.defaultRequest];
  const lists = [item.max, item.min, ...defaults, item.maxLimitRequestRatio];
  return [...new Set(lists.flatMap((list) => Object.keys(list ?? {})))].sort();
}

function validateAmounts(item: LimitRangeItem, name: string, path: FieldPath): FieldError[] {
  const isPod = item.type === 'Pod';
  const min = amountOf(item.min, name);
  const max = amountOf(item.max, name);
  const limit = isPod ? undefined : amountOf(item.default, name);
  const request = isPod ? undefined : amountOf(item.defaultRequest, name);
  const at = (member: string): FieldPath => path.child(member).key(name);
  return [
    ...notAbove([min, 'min value'], [max, 'max value'], { path: at('min'), shown: min }),
    ...notAbove([min, 'min value'], [request, 'default request value'], { path: at('defaultRequest'), shown: request }),
    ...notAbove([request, 'default request value'], [max, 'max value'], { path: at('defaultRequest'), shown: request }),
    ...notAbove([request, 'default request value'], [limit, 'default limit value'], {
      path: at('defaultRequest'),
      shown: request,
    }),
    ...notAbove([min, 'min value'], [limit, 'default value'], { path: at('default'), shown: min }),
    ...notAbove([limit, 'default value'], [max, 'max value'], { path: at('default'), shown: max }),
    ...validateRatio(amountOf(item.maxLimitRequestRatio, name), { min, max }, at('maxLimitRequestRatio')),
    ...(limit && request && !isOvercommitAllowed(name) && !limit.quantity.equals(request.quantity)
      ? [
          shownInvalid(
            at('defaultRequest'),
            request,
            `default value ${limit.quantity} must equal to defaultRequest value ${request.quantity} in ${name}`,
          ),
        ]
      : []),
  ];
}

/** An amount of a limit, and how it was written. */
interface Amount {
  readonly quantity: Quantity;
  readonly given: string | number | null;
}

type Named = readonly [amount: Amount | undefined, name: string];

/** Where an error is reported, and with which amount. */
interface Report {
  readonly path: FieldPath;
  readonly shown: Amount | undefined;
}

function notAbove([low, lowName]: Named, [high, highName]: Named, { path, shown }: Report): FieldError[] {
  if (!low || !high || low.quantity.compare(high.quantity) <= 0) return [];
  return [shownInvalid(path, shown!, `${lowName} ${low.quantity} is greater than ${highName} ${high.quantity}`)];
}

function validateRatio(
  amount: Amount | undefined,
  { min, max }: { min?: Amount; max?: Amount },
  path: FieldPath,
): FieldError[] {
  if (!amount) return [];
  const ratio = amount.quantity;
  const errors: FieldError[] = [];
  if (ratio.compare(Quantity.ofInteger(1)) < 0) {
    errors.push(shownInvalid(path, amount, `ratio ${ratio} is less than 1`));
  }
  if (min && max) {
    const bound = Number(max.quantity.milliValue()) / Number(min.quantity.milliValue());
    if (Number(ratio.milliValue()) / 1000 > bound) {
      errors.push(shownInvalid(path, amount, `ratio ${ratio} is greater than max/min = ${bound.toFixed(6)}`));
    }
  }
  return errors;
}

function shownInvalid(path: FieldPath, { given, quantity }: Amount, detail: string): FieldError {
  return invalid(path, goQuantity(given, { asked: quantity.toString() }), detail);
}

function amountOf(list: ResourceList | undefined, name: string): Amount | undefined {
  if (!list || !hasAmount(list, name)) return undefined;
  return { quantity: Quantity.fromJson(list[name]), given: givenQuantity(list, name) };
}

function hasAmount(list: ResourceList | undefined, name: string): boolean {
  return list !== undefined && Object.hasOwn(list, name);
}
