import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { defaultMatchResources } from './match-resources.defaults.js';
import { MatchCondition, RuleWithOperations } from './match-resources.v1.js';

/** Shape of v1beta1.NamedRuleWithOperations. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.NamedRuleWithOperations',
  doc: 'Operations, resources and names that are meant.',
  embed: 2,
  mapType: 'atomic',
})
export class NamedRuleWithOperationsV1beta1 extends RuleWithOperations {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'Names of the objects that are meant; all when empty.' })
  resourceNames?: string[];
}

/** Shape of v1beta1.MatchResources. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.MatchResources',
  doc: 'Which requests are meant, by what they write and where.',
  defaults: defaultMatchResources,
  mapType: 'atomic',
})
export class MatchResourcesV1beta1 {
  @Field(1, LabelSelector, { pointer: true, doc: 'Which namespaces are meant, by their labels.' })
  namespaceSelector?: LabelSelector;

  @Field(2, LabelSelector, { pointer: true, doc: 'Which objects are meant, by their labels.' })
  objectSelector?: LabelSelector;

  @Field(3, NamedRuleWithOperationsV1beta1, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are meant.',
  })
  resourceRules?: NamedRuleWithOperationsV1beta1[];

  @Field(4, NamedRuleWithOperationsV1beta1, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are left out again.',
  })
  excludeResourceRules?: NamedRuleWithOperationsV1beta1[];

  @Field(7, 'string', {
    pointer: true,
    alias: 'v1beta1.MatchPolicyType',
    doc: 'Whether a rule means other versions of the same resource too (Equivalent) or not (Exact).',
  })
  matchPolicy?: string;
}

/** Shape of v1beta1.MatchCondition. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.MatchCondition',
  doc: 'A condition that a request must meet to be looked at.',
  inherits: true,
})
export class MatchConditionV1beta1 extends MatchCondition {}
