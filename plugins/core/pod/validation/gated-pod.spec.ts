import { FieldPath } from '../../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../../src/plugin-api/built-in.js';
import { decodeAs } from '../../../../test/support/decode-as.js';
import { Pod } from '../shape/pod.v1.js';
import { gatedPodErrors } from './gated-pod.js';

const MATCH = { key: 'zone', operator: 'In', values: ['a'] };
const shownMatch = 'core.NodeSelectorRequirement{Key:"zone", Operator:"In", Values:[]string{"a"}}';
const PATH = 'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

const affine = (required: object | undefined): Pod['spec'] =>
  decodeAs(Pod, {
    metadata: {},
    spec: { containers: [], affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } },
  }).spec;

describe('gatedPodErrors() of node affinity', () => {
  const old = affine({ nodeSelectorTerms: [{ matchExpressions: [MATCH] }] });
  const changed = (terms: string): string[] => [
    `${PATH}[0]: Invalid value: ${terms}: only additions are allowed (no mutations or deletions)`,
  ];
  const counted = (terms: string): string[] => [
    `${PATH}: Invalid value: ${terms}: no additions/deletions to non-empty NodeSelectorTerms list are allowed`,
  ];

  it.each<[string, object | undefined, string[]]>([
    ['the same', { nodeSelectorTerms: [{ matchExpressions: [MATCH] }] }, []],
    ['an addition', { nodeSelectorTerms: [{ matchExpressions: [MATCH, { key: 'b', operator: 'Exists' }] }] }, []],
    ['none', undefined, counted('[]core.NodeSelectorTerm(nil)')],
    ['an empty list', { nodeSelectorTerms: [] }, counted('[]core.NodeSelectorTerm{}')],
    [
      'an empty list of expressions',
      { nodeSelectorTerms: [{ matchExpressions: [] }] },
      changed(
        'core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{}, MatchFields:[]core.NodeSelectorRequirement(nil)}',
      ),
    ],
    [
      'a changed expression',
      { nodeSelectorTerms: [{ matchExpressions: [{ ...MATCH, values: undefined }], matchFields: [MATCH] }] },
      changed(
        'core.NodeSelectorTerm{MatchExpressions:[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{' +
          'Key:"zone", Operator:"In", Values:[]string(nil)}}, ' +
          `MatchFields:[]core.NodeSelectorRequirement{${shownMatch}}}`,
      ),
    ],
  ])('%s', (_name, required, expected) => {
    const next = affine(required);
    expect(gatedPodErrors(next!, old!, FieldPath.of('spec')).map(formatFieldError)).toEqual(expected);
  });
});
