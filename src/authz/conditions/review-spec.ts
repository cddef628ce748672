import { FieldSelector, LabelSelector, type LabelRequirement } from '../../apimachinery/index.js';
import type { AuthorizationAttributes } from '../authorizer.js';

/** What reviews are made with. */
export interface ReviewSettings {
  /** Whether selectors are told (feature AuthorizeWithSelectors). */
  readonly tellsSelectors: boolean;
}

/** The spec of a SubjectAccessReview, as a webhook is sent it and conditions see it; what is empty is left out. */
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
  if (!text) return [];
  try {
    return read(text);
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
