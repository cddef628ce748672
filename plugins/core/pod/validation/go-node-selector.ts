import { givenList, goSlice, goStruct, type GoValue } from '../../../../src/plugin-api/built-in.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../reference/reference.v1.js';

const REQUIREMENT = 'core.NodeSelectorRequirement';
const TERM = 'core.NodeSelectorTerm';

/** Returns the terms of a node selector as errors show them; nil if there are none. */
export function goNodeSelectorTerms(selector: NodeSelector | undefined | null): GoValue {
  return goSlice(TERM, givenList(selector, 'nodeSelectorTerms')?.map(goNodeSelectorTerm));
}

/** Returns one term of a node selector as errors show it. */
export function goNodeSelectorTerm(term: NodeSelectorTerm): GoValue {
  const requirements = (member: 'matchExpressions' | 'matchFields'): GoValue =>
    goSlice(REQUIREMENT, givenList(term, member)?.map(goRequirement));
  return goStruct(TERM, {
    MatchExpressions: requirements('matchExpressions'),
    MatchFields: requirements('matchFields'),
  });
}

function goRequirement(requirement: NodeSelectorRequirement): GoValue {
  const { key, operator } = requirement;
  return goStruct(REQUIREMENT, {
    Key: key,
    Operator: operator,
    Values: goSlice('string', givenList(requirement, 'values')),
  });
}
