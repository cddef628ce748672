import {
  forbidden,
  invalid,
  isDns1123Label,
  isQualifiedName,
  notSupported,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { givenQuantity, goQuantity, isPathSegmentName } from '../../../src/plugin-api/internal.js';
import { validateContainerResourceName } from '../../core/index.js';
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from './metric-source.v2.js';
import { validateObjectReference } from './object-reference.validation.js';

const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue'];
const SOURCE_TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** Where a metric may come from: the members, in the order they are looked at, with their rules. */
const SOURCES: readonly [keyof MetricSpec, string, (spec: MetricSpec, path: FieldPath) => FieldError[]][] = [
  ['object', 'Object', ({ object }, path) => objectErrors(object!, path)],
  ['external', 'External', ({ external }, path) => externalErrors(external!, path)],
  ['pods', 'Pods', ({ pods }, path) => podsErrors(pods!, path)],
  ['resource', 'Resource', ({ resource }, path) => resourceErrors(resource!, path)],
  ['containerResource', 'ContainerResource', (spec, path) => containerErrors(spec.containerResource!, path)],
];

/** Checks one metric: its source has to be the one of its type, and the only one. */
export function validateMetricSpec(spec: MetricSpec, path: FieldPath): FieldError[] {
  const { type = '' } = spec;
  const present = SOURCES.filter(([member]) => spec[member] !== undefined);
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric source type'));
  if (!SOURCE_TYPES.includes(type)) errors.push(notSupported(path.child('type'), type, SOURCE_TYPES));
  for (const [member, , check] of present.slice(0, 1)) errors.push(...check(spec, path.child(member)));
  const expected = SOURCES.find(([, name]) => name === type)?.[0];
  // The reference reports it twice: for the type, and for the required member.
  if (!expected) errors.push(notSupported(path.child('type'), type, SOURCE_TYPES));
  else if (spec[expected] === undefined) {
    errors.push(required(path.child(expected), 'must populate information for the given metric source'));
  }
  if (present.length <= 1) return errors;
  const others = present.filter(([member]) => member !== expected);
  return [
    ...errors,
    ...others.map(([member]) => forbidden(path.child(member), 'must populate the given metric source only')),
  ];
}

function objectErrors({ describedObject, metric, target }: ObjectMetricSource, path: FieldPath): FieldError[] {
  const { value, averageValue } = target ?? {};
  const isOpen = value === undefined && averageValue === undefined;
  const why = 'must set either a target value or averageValue';
  return [
    ...validateObjectReference(describedObject, path.child('describedObject')),
    ...identifierErrors(metric, path.child('metric')),
    ...targetErrors(target, path.child('target')),
    ...(isOpen ? [required(path.child('target', 'averageValue'), why)] : []),
  ];
}

function externalErrors({ metric, target }: ExternalMetricSource, path: FieldPath): FieldError[] {
  const { value, averageValue } = target ?? {};
  const errors = [...identifierErrors(metric, path.child('metric')), ...targetErrors(target, path.child('target'))];
  if (value === undefined && averageValue === undefined) {
    const why = 'must set either a target value for metric or a per-pod target';
    errors.push(required(path.child('target', 'averageValue'), why));
  }
  if (value !== undefined && averageValue !== undefined) {
    const why = 'may not set both a target value for metric and a per-pod target';
    errors.push(forbidden(path.child('target', 'value'), why));
  }
  return errors;
}

function podsErrors({ metric, target }: PodsMetricSource, path: FieldPath): FieldError[] {
  const why = 'must specify a positive target averageValue';
  return [
    ...identifierErrors(metric, path.child('metric')),
    ...targetErrors(target, path.child('target')),
    ...(target?.averageValue === undefined ? [required(path.child('target', 'averageValue'), why)] : []),
  ];
}

function resourceErrors({ name = '', target }: ResourceMetricSource, path: FieldPath): FieldError[] {
  return [
    ...(name === '' ? [required(path.child('name'), 'must specify a resource name')] : []),
    ...resourceTargetErrors(target, path.child('target')),
  ];
}

function containerErrors(
  { name = '', container = '', target }: ContainerResourceMetricSource,
  path: FieldPath,
): FieldError[] {
  const place = path.child('container');
  return [
    ...(name === ''
      ? [required(path.child('name'), 'must specify a resource name')]
      : resourceNameErrors(name, path.child('name'))),
    ...(container === ''
      ? [required(place, 'must specify a container')]
      : isDns1123Label(container).map((message) => invalid(place, container, message))),
    ...resourceTargetErrors(target, path.child('target')),
  ];
}

// Faults in the characters of the name are reported as for a text here, not as for a resource.
function resourceNameErrors(name: string, path: FieldPath): FieldError[] {
  const ofLetters = isQualifiedName(name).map((message) => invalid(path, name, message));
  return [...ofLetters, ...validateContainerResourceName(name, path).slice(ofLetters.length)];
}

function resourceTargetErrors(target: MetricTarget | undefined, path: FieldPath): FieldError[] {
  const errors = targetErrors(target, path);
  const { averageUtilization: utilization, averageValue } = target ?? {};
  if (utilization === undefined && averageValue === undefined) {
    errors.push(
      required(path.child('averageUtilization'), 'must set either a target raw value or a target utilization'),
    );
  }
  if (utilization !== undefined && averageValue !== undefined) {
    errors.push(forbidden(path.child('averageValue'), 'may not set both a target raw value and a target utilization'));
  }
  return errors;
}

function identifierErrors(metric: MetricIdentifier | undefined, path: FieldPath): FieldError[] {
  const { name = '' } = metric ?? {};
  const place = path.child('name');
  if (name === '') return [required(place, 'must specify a metric name')];
  return isPathSegmentName(name).map((message) => invalid(place, name, message));
}

function targetErrors(target: MetricTarget | undefined, path: FieldPath): FieldError[] {
  const { type = '', averageUtilization: utilization } = target ?? {};
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(type)) {
    errors.push(invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const name of ['value', 'averageValue'] as const) errors.push(...amountErrors(target, name, path));
  if (utilization !== undefined && utilization < 1) {
    errors.push(invalid(path.child('averageUtilization'), utilization, 'must be greater than 0'));
  }
  return errors;
}

function amountErrors(target: MetricTarget | undefined, name: 'value' | 'averageValue', path: FieldPath): FieldError[] {
  const amount = target?.[name];
  if (amount === undefined || isPositive(amount)) return [];
  const given = givenQuantity(target as Record<typeof name, string | number>, name);
  return [invalid(path.child(name), goQuantity(given, { isExact: true }), 'must be positive')];
}

function isPositive(amount: string | number | undefined): boolean {
  return amount !== undefined && Quantity.fromJson(amount).sign === 1;
}
