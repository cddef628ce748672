import { FieldSelector, LabelSelector, type LabelRequirement } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';

/** The settings of reviews. */
export interface ReviewSettings {
  /** True if selectors are included (feature AuthorizeWithSelectors). */
  readonly tellsSelectors: boolean;
}

/** Returns the spec of a SubjectAccessReview as a webhook receives it: empty attributes are left out. */
export function reviewSpecOf(
  attributes: AuthorizationAttributes,
  settings: ReviewSettings,
): Readonly<Record<string, unknown>> {
  const { user, verb, path } = attributes;
  const about = attributes.isResourceRequest
    ? { resourceAttributes: resourceAttributesOf(attributes, settings) }
    : { nonResourceAttributes: given({ path, verb }) };
  const extra = user.extra && Object.fromEntries(Object.entries(user.extra).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...about, ...given({ user: user.name, groups: user.groups, extra, uid: user.uid }) };
}

const NO_RESOURCE = { namespace: '', verb: '', group: '', version: '', resource: '', subresource: '', name: '' };
const NO_PATH = { path: '', verb: '' };

/**
 * Returns the spec of a SubjectAccessReview as match conditions see it: every attribute of the user and every string attribute is
 * present, so `has()` is true for empty ones. Selectors, and whichever of the two kinds of attributes the request does not
 * have, stay absent.
 */
export function conditionSpecOf(spec: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { resourceAttributes, nonResourceAttributes } = spec as {
    resourceAttributes?: object;
    nonResourceAttributes?: object;
  };
  return {
    user: '',
    groups: [],
    uid: '',
    extra: {},
    ...spec,
    ...(resourceAttributes && { resourceAttributes: completeResource(resourceAttributes) }),
    ...(nonResourceAttributes && { nonResourceAttributes: { ...NO_PATH, ...nonResourceAttributes } }),
  };
}

function completeResource(attributes: {
  readonly fieldSelector?: Selector;
  readonly labelSelector?: Selector;
}): Readonly<Record<string, unknown>> {
  const { fieldSelector, labelSelector } = attributes;
  return {
    ...NO_RESOURCE,
    ...attributes,
    ...(fieldSelector && { fieldSelector: completeSelector(fieldSelector) }),
    ...(labelSelector && { labelSelector: completeSelector(labelSelector) }),
  };
}

function completeSelector({ requirements }: Selector): Selector {
  return { requirements: requirements.map((requirement) => ({ values: [], ...requirement })) };
}

function resourceAttributesOf(
  attributes: AuthorizationAttributes,
  { tellsSelectors }: ReviewSettings,
): Readonly<Record<string, unknown>> {
  const { namespace, verb, group, version, resource, subresource, name } = attributes;
  const selectors = tellsSelectors ? selectorsOf(attributes) : {};
  return given({ namespace, verb, group, version, resource, subresource, name, ...selectors });
}

/** One requirement of a selector as reviews have it. */
interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

/** A selector as reviews have it. */
interface Selector {
  readonly requirements: readonly Requirement[];
}

function selectorsOf({ fieldSelector, labelSelector }: AuthorizationAttributes): Readonly<Record<string, unknown>> {
  const fields = requirementsOf(fieldSelector, fieldRequirements);
  const labels = requirementsOf(labelSelector, labelRequirements);
  return {
    fieldSelector: fields.length > 0 ? { requirements: fields } : undefined,
    labelSelector: labels.length > 0 ? { requirements: labels } : undefined,
  };
}

/** A selector that cannot be read says nothing: it is refused after authorization. */
function requirementsOf(text: string | undefined, read: (text: string) => Requirement[]): Requirement[] {
  try {
    return text ? read(text) : [];
  } catch {
    return [];
  }
}

function fieldRequirements(text: string): Requirement[] {
  return FieldSelector.parse(text).requirements.map(({ field, operator, value }) => ({
    key: field,
    operator: operator === '=' ? 'In' : 'NotIn',
    values: [value],
  }));
}

function labelRequirements(text: string): Requirement[] {
  return LabelSelector.parse(text).requirements.flatMap(labelRequirement);
}

/** Comparisons of numbers cannot be said in a review. */
function labelRequirement({ key, operator, values }: LabelRequirement): Requirement[] {
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return [{ key, operator: 'In', values: [...values].sort() }];
    case '!=':
    case 'notin':
      return [{ key, operator: 'NotIn', values: [...values].sort() }];
    case 'exists':
      return [{ key, operator: 'Exists' }];
    case '!':
      return [{ key, operator: 'DoesNotExist' }];
    case 'gt':
    case 'lt':
      return [];
  }
}

function given(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
