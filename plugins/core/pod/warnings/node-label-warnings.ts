import { type FieldPath } from '../../../../src/plugin-api/index.js';
import { isLabelValue } from '../../../../src/plugin-api/built-in.js';
import type { NodeSelectorTerm } from '../../reference/reference.v1.js';

const REPLACED: Readonly<Record<string, { since: string; by: string }>> = {
  'beta.kubernetes.io/arch': { since: 'v1.14', by: 'kubernetes.io/arch' },
  'beta.kubernetes.io/os': { since: 'v1.14', by: 'kubernetes.io/os' },
  'failure-domain.beta.kubernetes.io/region': { since: 'v1.17', by: 'topology.kubernetes.io/region' },
  'failure-domain.beta.kubernetes.io/zone': { since: 'v1.17', by: 'topology.kubernetes.io/zone' },
  'beta.kubernetes.io/instance-type': { since: 'v1.17', by: 'node.kubernetes.io/instance-type' },
};

/** Returns the warning for a replaced node label; undefined for others. */
export function replacedNodeLabel(key: string): string | undefined {
  const entry = REPLACED[key];
  return entry && `deprecated since ${entry.since}; use "${entry.by}" instead`;
}

/** Returns warnings for one term that selects nodes. */
export function nodeTermWarnings(
  term: NodeSelectorTerm,
  path: FieldPath,
  options: { checksValues: boolean },
): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key, values }, i) => {
    const place = path.child('matchExpressions').index(i);
    const replaced = replacedNodeLabel(key);
    return [
      ...(replaced ? [`${place.child('key')}: ${key} is ${replaced}`] : []),
      ...(options.checksValues ? valueWarnings(values, place.child('values')) : []),
    ];
  });
}

function valueWarnings(values: readonly string[] = [], path: FieldPath): string[] {
  return values.flatMap((value, i) =>
    isLabelValue(value).map((message) => `${path.index(i)}: ${value} is invalid, ${message}`),
  );
}
