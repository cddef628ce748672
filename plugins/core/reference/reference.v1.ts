import { ApiType, Field } from '../../../src/plugin-api/index.js';

/** Shape of v1.LocalObjectReference. */
@ApiType({ name: 'k8s.io.api.core.v1.LocalObjectReference', mapType: 'atomic' })
export class LocalObjectReference {
  @Field(1, 'string', { default: '' })
  name?: string;
}

/** Shape of v1.ObjectReference. */
@ApiType({ name: 'k8s.io.api.core.v1.ObjectReference', mapType: 'atomic' })
export class ObjectReference {
  @Field(1, 'string')
  kind?: string;

  @Field(2, 'string')
  namespace?: string;

  @Field(3, 'string')
  name?: string;

  @Field(4, 'string')
  uid?: string;

  @Field(5, 'string')
  apiVersion?: string;

  @Field(6, 'string')
  resourceVersion?: string;

  @Field(7, 'string')
  fieldPath?: string;
}

/** Shape of v1.SecretReference. */
@ApiType({ name: 'k8s.io.api.core.v1.SecretReference', mapType: 'atomic' })
export class SecretReference {
  @Field(1, 'string')
  name?: string;

  @Field(2, 'string')
  namespace?: string;
}

/** Shape of v1.TypedLocalObjectReference. */
@ApiType({ name: 'k8s.io.api.core.v1.TypedLocalObjectReference', mapType: 'atomic' })
export class TypedLocalObjectReference {
  @Field(1, 'string', { pointer: true, always: true })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true })
  kind: string;

  @Field(3, 'string', { always: true, required: true })
  name: string;
}

/** Shape of v1.TypedObjectReference. */
@ApiType({ name: 'k8s.io.api.core.v1.TypedObjectReference' })
export class TypedObjectReference {
  @Field(1, 'string', { pointer: true, always: true })
  apiGroup?: string;

  @Field(2, 'string', { always: true, required: true })
  kind: string;

  @Field(3, 'string', { always: true, required: true })
  name: string;

  @Field(4, 'string', { pointer: true })
  namespace?: string;
}

/** Shape of v1.NodeSelectorRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSelectorRequirement' })
export class NodeSelectorRequirement {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn'],
    alias: 'v1.NodeSelectorOperator',
  })
  operator: string;

  @Field(3, 'string', { list: true })
  values?: string[];
}

/** Shape of v1.NodeSelectorTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSelectorTerm', mapType: 'atomic' })
export class NodeSelectorTerm {
  @Field(1, NodeSelectorRequirement, { list: true })
  matchExpressions?: NodeSelectorRequirement[];

  @Field(2, NodeSelectorRequirement, { list: true })
  matchFields?: NodeSelectorRequirement[];
}

/** Shape of v1.NodeSelector. */
@ApiType({ name: 'k8s.io.api.core.v1.NodeSelector', mapType: 'atomic' })
export class NodeSelector {
  @Field(1, NodeSelectorTerm, { list: true, always: true, required: true })
  nodeSelectorTerms?: NodeSelectorTerm[];
}

/** Shape of v1.TopologySelectorLabelRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.TopologySelectorLabelRequirement' })
export class TopologySelectorLabelRequirement {
  @Field(1, 'string', { always: true, required: true })
  key: string;

  @Field(2, 'string', { list: true, always: true, required: true })
  values?: string[];
}

/** Shape of v1.TopologySelectorTerm. */
@ApiType({ name: 'k8s.io.api.core.v1.TopologySelectorTerm', mapType: 'atomic' })
export class TopologySelectorTerm {
  @Field(1, TopologySelectorLabelRequirement, { list: true })
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}
