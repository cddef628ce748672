import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost, Format, Required } from '../../../src/plugin-api/built-in.js';
import { Subject } from './subject.v1.js';

/** Shape of v1.PriorityLevelConfigurationReference. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.PriorityLevelConfigurationReference', doc: 'Names a priority level.' })
export class PriorityLevelConfigurationReference {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the level.' })
  @Required('must reference a priority level')
  @Format(isDns1123Subdomain)
  name: string;
}

/** Shape of v1.FlowDistinguisherMethod. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.FlowDistinguisherMethod',
  doc: 'How requests are distinguished into flows.',
})
export class FlowDistinguisherMethod {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.FlowDistinguisherMethodType',
    doc: 'By what: ByUser or ByNamespace.',
  })
  type: string;
}

/** Shape of v1.ResourcePolicyRule. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.ResourcePolicyRule', doc: 'Requests for resources.' })
export class ResourcePolicyRule {
  @Field(1, 'string', { list: true, always: true, required: true, listType: 'set', doc: 'Verbs; `*` for all.' })
  verbs?: string[] | null;

  @Field(2, 'string', { list: true, always: true, required: true, listType: 'set', doc: 'API groups; `*` for all.' })
  apiGroups?: string[] | null;

  @Field(3, 'string', { list: true, always: true, required: true, listType: 'set', doc: 'Resources; `*` for all.' })
  resources?: string[] | null;

  @Field(4, 'bool', { doc: 'Whether requests without a namespace are meant.' })
  clusterScope?: boolean;

  @Field(5, 'string', { list: true, always: true, listType: 'set', doc: 'Namespaces; `*` for all.' })
  namespaces?: string[] | null;
}

/** Shape of v1.NonResourcePolicyRule. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.NonResourcePolicyRule', doc: 'Requests for other paths.' })
export class NonResourcePolicyRule {
  @Field(1, 'string', { list: true, always: true, required: true, listType: 'set', doc: 'Verbs; `*` for all.' })
  verbs?: string[] | null;

  @Field(6, 'string', {
    list: true,
    always: true,
    required: true,
    listType: 'set',
    doc: 'Paths; a `*` at the end stands for anything.',
  })
  nonResourceURLs?: string[] | null;
}

/** Shape of v1.PolicyRulesWithSubjects. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.PolicyRulesWithSubjects', doc: 'Requests of some subjects.' })
export class PolicyRulesWithSubjects {
  @Field(1, Subject, { list: true, always: true, required: true, listType: 'atomic', doc: 'Whose requests.' })
  @Required('subjects must contain at least one value')
  subjects?: Subject[] | null;

  @Field(2, ResourcePolicyRule, { list: true, listType: 'atomic', doc: 'Requests for resources.' })
  resourceRules?: ResourcePolicyRule[];

  @Field(3, NonResourcePolicyRule, { list: true, listType: 'atomic', doc: 'Requests for other paths.' })
  nonResourceRules?: NonResourcePolicyRule[];
}

/** Shape of v1.FlowSchemaSpec. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.FlowSchemaSpec',
  doc: 'Which requests are meant, and where they go.',
  defaults: (spec: FlowSchemaSpec) => void (spec.matchingPrecedence ||= 1000),
})
export class FlowSchemaSpec {
  @Field(1, PriorityLevelConfigurationReference, { always: true, required: true, doc: 'The level of the requests.' })
  priorityLevelConfiguration: PriorityLevelConfigurationReference;

  @Field(2, 'int32', { always: true, doc: 'The schema with the lowest number counts; 1000 when unset.' })
  @AtLeast(1, 'must be a positive value')
  @AtMost(10_000, 'must not be greater than 10000')
  matchingPrecedence?: number;

  @Field(3, FlowDistinguisherMethod, {
    pointer: true,
    doc: 'How the requests are distinguished into flows; one flow when unset.',
  })
  distinguisherMethod?: FlowDistinguisherMethod;

  @Field(4, PolicyRulesWithSubjects, {
    list: true,
    listType: 'atomic',
    doc: 'Which requests are meant; any rule is enough.',
  })
  rules?: PolicyRulesWithSubjects[];
}

/** Shape of v1.FlowSchemaCondition. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.FlowSchemaCondition', doc: 'One state a flow schema is in.' })
export class FlowSchemaCondition {
  @Field(1, 'string', { alias: 'v1.FlowSchemaConditionType', doc: 'Name of the condition, such as Dangling.' })
  type?: string;

  @Field(2, 'string', { alias: 'v1.ConditionStatus', doc: 'Whether it holds: True, False or Unknown.' })
  status?: string;

  @Field(3, 'time', { doc: 'When the status of the condition last changed.' })
  lastTransitionTime?: string;

  @Field(4, 'string', { doc: 'Short cause of the state.' })
  reason?: string;

  @Field(5, 'string', { doc: 'Explanation of the state.' })
  message?: string;
}

/** Shape of v1.FlowSchemaStatus. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1.FlowSchemaStatus', doc: 'States a flow schema is in.' })
export class FlowSchemaStatus {
  @Field(1, FlowSchemaCondition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    variants: [{ until: '1.25', patchStrategy: undefined, patchMergeKey: undefined }],
    doc: 'States the schema is in.',
  })
  conditions?: FlowSchemaCondition[];
}

/** Shape of v1.FlowSchema. */
@ApiType({
  name: 'k8s.io.api.flowcontrol.v1.FlowSchema',
  doc: 'Classifies requests and assigns them a priority level.',
})
export class FlowSchema {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, FlowSchemaSpec, { doc: 'What is wanted.' })
  spec?: FlowSchemaSpec;

  @Field(3, FlowSchemaStatus, { doc: 'What is known.' })
  status?: FlowSchemaStatus;
}
