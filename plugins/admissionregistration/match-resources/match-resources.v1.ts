import { ApiType, Field, isQualifiedName, LabelSelector } from '../../../src/plugin-api/index.js';
import { Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultMatchResources, defaultRule } from './match-resources.defaults.js';

/** Shape of v1.Rule. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.Rule',
  doc: 'Groups, versions and resources that are meant.',
  defaults: defaultRule,
})
export class Rule {
  @Field(1, 'string', {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.25', listType: undefined }],
    doc: 'API groups; * means all.',
  })
  apiGroups?: string[];

  @Field(2, 'string', {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.25', listType: undefined }],
    doc: 'API versions; * means all.',
  })
  apiVersions?: string[];

  @Field(3, 'string', {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.25', listType: undefined }],
    doc: 'Resources, with subresources after a slash; * means all.',
  })
  resources?: string[];

  @Field(4, 'string', {
    pointer: true,
    alias: 'v1.ScopeType',
    variants: [{ since: '1.35', enum: ['*', 'Cluster', 'Namespaced'] }],
    doc: 'Cluster, Namespaced, or * for both.',
  })
  @OneOf('*', 'Cluster', 'Namespaced')
  scope?: string;
}

/** Shape of v1.RuleWithOperations. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.RuleWithOperations',
  doc: 'Operations and resources that are meant.',
  embed: 2,
})
export class RuleWithOperations extends Rule {
  @Field(1, 'string', {
    list: true,
    enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'],
    alias: 'v1.OperationType',
    listType: 'atomic',
    variants: [{ until: '1.25', listType: undefined }],
    doc: 'CREATE, UPDATE, DELETE, CONNECT, or * for all.',
  })
  operations?: string[];
}

/** Shape of v1.NamedRuleWithOperations. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.NamedRuleWithOperations',
  doc: 'Operations, resources and names that are meant.',
  embed: 2,
  mapType: 'atomic',
})
export class NamedRuleWithOperations extends RuleWithOperations {
  @Field(1, 'string', { list: true, listType: 'atomic', doc: 'Names of the objects that are meant; all when empty.' })
  resourceNames?: string[];
}

/** Shape of v1.MatchResources. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.MatchResources',
  doc: 'Which requests are meant, by what they write and where.',
  defaults: defaultMatchResources,
  mapType: 'atomic',
})
export class MatchResources {
  @Field(1, LabelSelector, { pointer: true, doc: 'Which namespaces are meant, by their labels.' })
  @Required()
  namespaceSelector?: LabelSelector;

  @Field(2, LabelSelector, { pointer: true, doc: 'Which objects are meant, by their labels.' })
  @Required()
  objectSelector?: LabelSelector;

  @Field(3, NamedRuleWithOperations, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are meant.',
  })
  resourceRules?: NamedRuleWithOperations[];

  @Field(4, NamedRuleWithOperations, {
    list: true,
    listType: 'atomic',
    doc: 'Operations and resources that are left out again.',
  })
  excludeResourceRules?: NamedRuleWithOperations[];

  @Field(7, 'string', {
    pointer: true,
    enum: ['Equivalent', 'Exact'],
    alias: 'v1.MatchPolicyType',
    doc: 'Whether a rule means other versions of the same resource too (Equivalent) or not (Exact).',
  })
  @Required()
  @OneOf('Equivalent', 'Exact')
  matchPolicy?: string;
}

/** Shape of v1.MatchCondition. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.MatchCondition',
  doc: 'A condition that a request must meet to be looked at.',
})
export class MatchCondition {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the condition, for messages.' })
  @Required()
  @Format(isQualifiedName)
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Must be true for the request to be looked at.' })
  expression: string;
}
