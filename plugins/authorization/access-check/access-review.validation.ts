import {
  type ApiObject,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  required,
} from '../../../src/plugin-api/index.js';
import { GoValue, goStruct, isLabelValue } from '../../../src/plugin-api/built-in.js';
import type {
  FieldSelectorAttributes,
  LabelSelectorAttributes,
  NonResourceAttributes,
  ResourceAttributes,
} from '../subject-access-review/subject-access-review.v1.js';

/** The spec that all kinds of reviews share: a resource or a path. */
export interface AccessQuestion {
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

/** The same spec for a named user. */
export interface SubjectQuestion extends AccessQuestion {
  readonly user?: string;
  readonly groups?: readonly string[];
}

const SPEC = FieldPath.of('spec');

/** Checks that a review asks about exactly one thing. */
export function validateQuestion(spec: AccessQuestion): FieldError[] {
  return [...validateOneOf(spec), ...validateSelectors(spec.resourceAttributes)];
}

/** Validates the spec of a review for a user, who must be named. */
export function validateSubjectQuestion(spec: SubjectQuestion): FieldError[] {
  const isNamed = Boolean(spec.user) || (spec.groups ?? []).length > 0;
  return [
    ...validateOneOf(spec),
    ...(isNamed
      ? []
      : [invalid(SPEC.child('user'), spec.user ?? '', 'at least one of user or group must be specified')]),
    ...validateSelectors(spec.resourceAttributes),
  ];
}

/** Checks that a review carries no metadata: it is an operation, not an object. */
export function validateNoMetadata(
  { metadata }: ApiObject,
  { allowsNamespace = false }: { readonly allowsNamespace?: boolean } = {},
): FieldError[] {
  const set = Object.entries(metadata ?? {}).filter(([name, value]) => {
    if (name === 'managedFields' || (allowsNamespace && name === 'namespace')) return false;
    return value !== undefined && value !== null && value !== '' && !(typeof value === 'object' && isEmpty(value));
  });
  if (set.length === 0) return [];
  const detail = allowsNamespace ? 'must be empty except for namespace' : 'must be empty';
  return [
    invalid(
      FieldPath.of('metadata'),
      new GoValue(`v1.ObjectMeta{Name:${JSON.stringify(metadata.name ?? '')}}`),
      detail,
    ),
  ];
}

/** Returns a path in a question as errors show it. */
export function shownPath({ path = '', verb = '' }: NonResourceAttributes): GoValue {
  return goStruct('authorization.NonResourceAttributes', { Path: path, Verb: verb });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function validateOneOf({ resourceAttributes: resource, nonResourceAttributes: path }: AccessQuestion): FieldError[] {
  if (resource && path) {
    const text = 'cannot be specified in combination with resourceAttributes';
    return [invalid(SPEC.child('nonResourceAttributes'), shownPath(path), text)];
  }
  if (resource || path) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid(SPEC.child('resourceAttributes'), null, text)];
}

function validateSelectors(attributes: ResourceAttributes | undefined): FieldError[] {
  if (!attributes) return [];
  const path = SPEC.child('resourceAttributes');
  const { fieldSelector, labelSelector } = attributes;
  return [
    ...(fieldSelector ? validateFieldSelector(fieldSelector, path.child('fieldSelector')) : []),
    ...(labelSelector ? validateLabelSelector(labelSelector, path.child('labelSelector')) : []),
  ];
}

function validateFieldSelector(selector: FieldSelectorAttributes, path: FieldPath): FieldError[] {
  const requirements = (selector.requirements ?? []).flatMap(({ key, operator, values }, i) => {
    const at = path.child('requirements').index(i);
    return [
      ...(key ? [] : [required(at.child('key'), 'must be specified')]),
      ...validateOperator(operator, values, at),
    ];
  });
  return [...validateForm(selector, path), ...requirements];
}

function validateLabelSelector(selector: LabelSelectorAttributes, path: FieldPath): FieldError[] {
  const requirements = (selector.requirements ?? []).flatMap(({ key = '', operator, values }, i) => {
    const at = path.child('requirements').index(i);
    return [
      ...validateOperator(operator, values, at),
      ...isQualifiedName(key).map((message) => invalid(at.child('key'), key, message)),
      ...(values ?? []).flatMap((value, j) =>
        isLabelValue(value).map((message) => invalid(at.child('values').index(j), value, message)),
      ),
    ];
  });
  return [...validateForm(selector, path), ...requirements];
}

/** A selector is given as text or as requirements, not both and not neither. */
function validateForm(
  selector: { rawSelector?: string; requirements?: readonly unknown[] },
  path: FieldPath,
): FieldError[] {
  const { rawSelector = '', requirements = [] } = selector;
  if (rawSelector !== '' && requirements.length > 0) {
    return [invalid(path.child('rawSelector'), rawSelector, 'may not specified at the same time as requirements')];
  }
  if (rawSelector !== '' || requirements.length > 0) return [];
  return [required(path.child('requirements'), `when ${path} is specified, requirements or rawSelector is required`)];
}

/** Unknown operators may come from newer clients; they are accepted and ignored. */
function validateOperator(operator: string, values: readonly string[] | undefined, path: FieldPath): FieldError[] {
  const count = (values ?? []).length;
  if ((operator === 'In' || operator === 'NotIn') && count === 0) {
    return [required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) {
    return [forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  return [];
}
