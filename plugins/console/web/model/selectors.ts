import type { ReadObject } from './references.js';
import { entriesAt, listAt, textAt, valueAt } from './value-at.js';

/** A selector of labels, as the API has it in query parameters. */
export interface PodSelection {
  /** The relation, as a verb: `routes to`. */
  readonly relation: string;
  readonly labelSelector: string;
  readonly requirements: readonly Requirement[];
}

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** The kinds that select pods: where the selector is, whether it is a LabelSelector, and whether an empty one selects all. */
const SELECTING: Readonly<Record<string, readonly [path: readonly string[], relation: string, selectsAll: boolean]>> = {
  'services.': [['spec', 'selector'], 'routes to', false],
  'replicationcontrollers.': [['spec', 'selector'], 'selects', false],
  'deployments.apps': [['spec', 'selector'], 'selects', false],
  'replicasets.apps': [['spec', 'selector'], 'selects', false],
  'statefulsets.apps': [['spec', 'selector'], 'selects', false],
  'daemonsets.apps': [['spec', 'selector'], 'selects', false],
  'jobs.batch': [['spec', 'selector'], 'selects', false],
  'poddisruptionbudgets.policy': [['spec', 'selector'], 'protects', true],
  'networkpolicies.networking.k8s.io': [['spec', 'podSelector'], 'restricts', true],
};

/** Returns the selection of pods by an object; undefined for kinds, or objects, that select none. */
export function podSelectionOf({ group, resource, object }: ReadObject): PodSelection | undefined {
  const found = SELECTING[`${resource}.${group}`];
  if (!found) return undefined;
  const [path, relation, selectsAll] = found;
  const selector = valueAt(object, ...path);
  if (typeof selector !== 'object' || selector === null) return undefined;
  const requirements = requirementsOf(selector);
  if (requirements.length === 0 && !selectsAll) return undefined;
  return { relation, requirements, labelSelector: requirements.map(textOf).join(',') };
}

/** Reports whether labels match a selection. */
export function isSelected(labels: Readonly<Record<string, string>>, { requirements }: PodSelection): boolean {
  return requirements.every(({ key, operator, values }) => {
    const has = Object.hasOwn(labels, key);
    if (operator === 'Exists') return has;
    if (operator === 'DoesNotExist') return !has;
    const isIn = has && values.includes(labels[key]);
    return operator === 'NotIn' ? !isIn : isIn;
  });
}

/** Reads a LabelSelector, or a map of labels. */
function requirementsOf(selector: object): Requirement[] {
  const isLabelSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  const labels = isLabelSelector ? entriesAt(selector, 'matchLabels') : entriesAt(selector);
  return [
    ...labels.map(([key, value]) => ({ key, operator: 'In', values: [String(value)] })),
    ...listAt(selector, 'matchExpressions').map((each) => ({
      key: textAt(each, 'key'),
      operator: textAt(each, 'operator'),
      values: listAt(each, 'values').map(String),
    })),
  ];
}

function textOf({ key, operator, values }: Requirement): string {
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${operator === 'NotIn' ? 'notin' : 'in'} (${values.join(',')})`;
}
