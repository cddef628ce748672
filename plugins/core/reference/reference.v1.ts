import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.LocalObjectReference. */
@ApiType({
  name: 'k8s.io.api.core.v1.LocalObjectReference',
  doc: 'Reference by name to an object in the same namespace.',
  mapType: 'atomic',
})
export class LocalObjectReference {
  @Field(1, 'string', { default: '', doc: 'Name of the object referred to.' })
  name?: string;
}

/** Shape of v1.ObjectReference. */
@ApiType({
  name: 'k8s.io.api.core.v1.ObjectReference',
  doc: 'Reference to any object, or to a part of it.',
  mapType: 'atomic',
})
export class ObjectReference {
  @Field(1, 'string', { doc: 'Kind of the object referred to.' })
  kind?: string;

  @Field(2, 'string', { doc: 'Namespace of the object referred to.' })
  namespace?: string;

  @Field(3, 'string', { doc: 'Name of the object referred to.' })
  name?: string;

  @Field(4, 'string', { alias: 'types.UID', doc: 'UID of the object referred to.' })
  uid?: string;

  @Field(5, 'string', { doc: 'Group and version of the object referred to.' })
  apiVersion?: string;

  @Field(6, 'string', { doc: 'Resource version of the object that is meant, if any.' })
  resourceVersion?: string;

  @Field(7, 'string', { doc: 'Part of the object that is meant, such as spec.containers{name}.' })
  fieldPath?: string;
}

/** Shape of v1.SecretReference. */
@ApiType({ name: 'k8s.io.api.core.v1.SecretReference', doc: 'Points to a Secret in any namespace.', mapType: 'atomic' })
export class SecretReference {
  @Field(1, 'string', { doc: 'Name of the Secret to use.' })
  name?: string;

  @Field(2, 'string', { doc: 'Namespace the Secret is in.' })
  namespace?: string;
}

/** Shape of v1.TypedLocalObjectReference. */
@ApiType({
  name: 'k8s.io.api.core.v1.TypedLocalObjectReference',
  doc: 'Points to an object of any kind in the same namespace.',
  mapType: 'atomic',
})
export class TypedLocalObjectReference {
  @Field(1, 'string', { pointer: true, always: true, doc: 'API group of the object; unset for the core group.' })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Kind of the object, such as Pod.' })
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the object meant.' })
  name: string;
}

/** Shape of v1.TypedObjectReference. */
@ApiType({
  name: 'k8s.io.api.core.v1.TypedObjectReference',
  doc: 'Points to an object of any kind, perhaps in another namespace.',
})
export class TypedObjectReference {
  @Field(1, 'string', { pointer: true, always: true, doc: 'API group of the object; unset for the core group.' })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Kind of the object, such as Pod.' })
  kind: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the object meant.' })
  name: string;

  @Field(4, 'string', { pointer: true, doc: 'Namespace of the object; the same one when unset.' })
  namespace?: string;
}

/** Shape of v1.NodeSelectorRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSelectorRequirement', doc: 'Test of one label or field of a node.' })
export class NodeSelectorRequirement {
  @Field(1, 'string', { always: true, required: true, doc: 'Label key or field name to test.' })
  key: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn'],
    alias: 'v1.NodeSelectorOperator',
    doc: 'How the value is compared: In, NotIn, Exists, DoesNotExist, Gt or Lt.',
  })
  operator: string;

  @Field(3, 'string', {
    list: true,
    doc: 'Values to compare with: one integer for Gt and Lt, none for Exists and DoesNotExist.',
  })
  values?: string[];
}

/** Shape of v1.NodeSelectorTerm. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeSelectorTerm',
  doc: 'Tests that a node must all pass; an empty term matches no node.',
  mapType: 'atomic',
})
export class NodeSelectorTerm {
  @Field(1, NodeSelectorRequirement, { list: true, doc: 'Tests of the labels of the node.' })
  matchExpressions?: NodeSelectorRequirement[];

  @Field(2, NodeSelectorRequirement, {
    list: true,
    doc: 'Tests of fields of the node; only metadata.name is supported.',
  })
  matchFields?: NodeSelectorRequirement[];
}

/** Shape of v1.NodeSelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.NodeSelector',
  doc: 'Choice of nodes; a node needs to match only one of the terms.',
  mapType: 'atomic',
})
export class NodeSelector {
  @Field(1, NodeSelectorTerm, {
    list: true,
    always: true,
    required: true,
    doc: 'Alternatives of which one must match; at least one is needed.',
  })
  @Required('must have at least one node selector term')
  nodeSelectorTerms?: NodeSelectorTerm[];
}
