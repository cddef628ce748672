import type { ApiObject, Column, LabelSelector } from '../../../src/plugin-api/index.js';
import type { ParamKind, ParamRef } from './policy.v1.js';

/** The cell for missing parameters. */
const UNSET = '<unset>';

interface Policy extends ApiObject {
  readonly spec?: { readonly paramKind?: ParamKind };
}

interface PolicyBinding extends ApiObject {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef };
}

/** Returns the column with the kind of a policy's parameters. */
export function paramKindColumn<T extends Policy>(): Column<T> {
  return {
    name: 'ParamKind',
    type: 'string',
    description: 'Kind of the parameters.',
    cell: ({ spec }) => (spec?.paramKind ? `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}` : UNSET),
  };
}

/** Returns the columns with the policy and the parameters of a binding. */
export function bindingColumns<T extends PolicyBinding>(): Column<T>[] {
  return [
    { name: 'PolicyName', type: 'string', description: 'The policy.', cell: ({ spec }) => spec?.policyName ?? '' },
    {
      name: 'ParamRef',
      type: 'string',
      description: 'The parameters.',
      cell: ({ spec }) => formatParamRef(spec?.paramRef),
    },
  ];
}

function formatParamRef(ref: ParamRef | undefined): string {
  if (!ref) return UNSET;
  const { namespace = '', name = '', selector } = ref;
  if (name === '') return selector ? formatSelector(selector) : UNSET;
  return `${namespace === '' ? '*' : namespace}/${name}`;
}

/** A selector as Go's protobuf types print themselves. */
function formatSelector({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const ofLabels = labels.map(([key, value]) => `${key}: ${value},`).join('');
  const ofExpressions = (matchExpressions ?? []).map(({ key, operator, values }) => {
    return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(' ')}],},`;
  });
  const expressions = `[]LabelSelectorRequirement{${ofExpressions.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${ofLabels}},MatchExpressions:${expressions},}`;
}
