import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultMatchResources } from './match-resources.defaults.js';
import { MatchCondition, MatchResources, RuleWithOperations } from './match-resources.v1.js';

/** Shape of v1alpha1.NamedRuleWithOperations. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.NamedRuleWithOperations',
  doc: 'Operations, resources and names that are meant.',
  embed: 2,
  mapType: 'atomic',
})
export class NamedRuleWithOperationsV1alpha1 extends RuleWithOperations {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'Names of the objects that are meant; all when empty.' })
  resourceNames?: string[];
}

/** Shape of v1alpha1.MatchResources. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MatchResources',
  doc: 'Which requests are meant, by what they write and where.',
  defaults: defaultMatchResources,
  inherits: true,
  mapType: 'atomic',
})
export class MatchResourcesV1alpha1 extends MatchResources {
  @Field(3, NamedRuleWithOperationsV1alpha1, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are meant.',
  })
  override resourceRules?: NamedRuleWithOperationsV1alpha1[];

  @Field(4, NamedRuleWithOperationsV1alpha1, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are left out again.',
  })
  override excludeResourceRules?: NamedRuleWithOperationsV1alpha1[];
}

/** Shape of v1alpha1.MatchCondition. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MatchCondition',
  doc: 'A condition that a request must meet to be looked at.',
  inherits: true,
})
export class MatchConditionV1alpha1 extends MatchCondition {}
