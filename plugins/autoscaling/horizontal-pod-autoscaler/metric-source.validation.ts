import {
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { givenQuantity, goQuantity, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateContainerResourceName } from '../../core/index.js';
import {
  ContainerResourceMetricSource,
  CrossVersionObjectReference,
  type ExternalMetricSource,
  MetricIdentifier,
  type MetricSpec,
  MetricTarget,
  type ObjectMetricSource,
  type PodsMetricSource,
  ResourceMetricSource,
} from './metric-source.v2.js';

const checkReference = fieldChecker(CrossVersionObjectReference);
const checkIdentifier = fieldChecker(MetricIdentifier);
const checkTarget = fieldChecker(MetricTarget);
const checkResource = fieldChecker(ResourceMetricSource);
const checkContainer = fieldChecker(ContainerResourceMetricSource);
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
    ...checkReference(describedObject, path.child('describedObject')),
    ...checkIdentifier(metric, path.child('metric')),
    ...targetErrors(target, path.child('target')),
    ...(isOpen ? [required(path.child('target', 'averageValue'), why)] : []),
  ];
}

function externalErrors({ metric, target }: ExternalMetricSource, path: FieldPath): FieldError[] {
  const { value, averageValue } = target ?? {};
  const errors = [...checkIdentifier(metric, path.child('metric')), ...targetErrors(target, path.child('target'))];
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
    ...checkIdentifier(metric, path.child('metric')),
    ...targetErrors(target, path.child('target')),
    ...(target?.averageValue === undefined ? [required(path.child('target', 'averageValue'), why)] : []),
  ];
}

function resourceErrors(source: ResourceMetricSource, path: FieldPath): FieldError[] {
  return [...checkResource(source, path), ...resourceTargetErrors(source.target, path.child('target'))];
}

function containerErrors(source: ContainerResourceMetricSource, path: FieldPath): FieldError[] {
  const { name = '', target } = source;
  return [
    ...checkContainer(source, path, 'name'),
    ...(name === '' ? [] : resourceNameErrors(name, path.child('name'))),
    ...checkContainer(source, path, 'container'),
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

function targetErrors(target: MetricTarget | undefined, path: FieldPath): FieldError[] {
  const { type = '' } = target ?? {};
  const errors: FieldError[] = [];
  if (type === '') errors.push(required(path.child('type'), 'must specify a metric target type'));
  if (!TARGET_TYPES.includes(type)) {
    errors.push(invalid(path.child('type'), type, 'must be either Utilization, Value, or AverageValue'));
  }
  for (const name of ['value', 'averageValue'] as const) errors.push(...amountErrors(target, name, path));
  return [...errors, ...checkTarget(target, path)];
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
