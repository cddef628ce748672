import { invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import type { NodeSelectorTerm } from '../../reference/reference.v1.js';
import { isSameValue } from '../../values/same-value.js';
import type { NodeAffinity } from '../shape/scheduling.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { goNodeSelectorTerm, goNodeSelectorTerms } from './go-node-selector.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/**
 * Checks what a pod that waits for its gates may narrow: node selector and node affinity. Levels both in `spec`, so
 * that the caller can compare the rest.
 */
export function gatedPodErrors(spec: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  const errors = selectorErrors(spec, old, path.child('nodeSelector'));
  spec.nodeSelector = old.nodeSelector;
  const [next, last] = [spec.affinity?.nodeAffinity, old.affinity?.nodeAffinity];
  if (isSameValue(next, last)) return errors;
  errors.push(...affinityErrors(next, last, path.child('affinity', 'nodeAffinity', REQUIRED, 'nodeSelectorTerms')));
  const others = { ...spec.affinity, nodeAffinity: last };
  const isEmpty = Object.values(others).every((part) => part === undefined);
  spec.affinity = isEmpty && !old.affinity ? undefined : others;
  return errors;
}

function selectorErrors(spec: PodSpec, old: PodSpec, path: FieldPath): FieldError[] {
  const [next, last] = [spec.nodeSelector ?? {}, old.nodeSelector ?? {}];
  if (Object.entries(last).every(([key, value]) => next[key] === value)) return [];
  return [invalid(path, next, 'only additions to spec.nodeSelector are allowed (no mutations or deletions)')];
}

function affinityErrors(next: NodeAffinity | undefined, last: NodeAffinity | undefined, path: FieldPath): FieldError[] {
  if (!last) return [];
  const [terms, oldTerms] = [next?.[REQUIRED]?.nodeSelectorTerms ?? [], last[REQUIRED]?.nodeSelectorTerms ?? []];
  if (oldTerms.length === 0) return [];
  if (oldTerms.length !== terms.length) {
    return [
      invalid(
        path,
        goNodeSelectorTerms(next?.[REQUIRED]),
        'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ),
    ];
  }
  return oldTerms.flatMap((old, i) =>
    hasOnlyAdditions(terms[i], old)
      ? []
      : [
          invalid(
            path.index(i),
            goNodeSelectorTerm(terms[i]),
            'only additions are allowed (no mutations or deletions)',
          ),
        ],
  );
}

/** An empty term selects nothing, so additions to it would widen the choice. */
function hasOnlyAdditions(term: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const [expressions, oldExpressions] = [term.matchExpressions ?? [], old.matchExpressions ?? []];
  const [fields, oldFields] = [term.matchFields ?? [], old.matchFields ?? []];
  if (oldExpressions.length + oldFields.length === 0) return expressions.length + fields.length === 0;
  return (
    isSameValue(expressions.slice(0, oldExpressions.length), oldExpressions) &&
    isSameValue(fields.slice(0, oldFields.length), oldFields)
  );
}
