import {
  type ApiClass,
  type ApiObject,
  ApiType,
  Condition,
  Field,
  KubernetesObject,
  LabelSelector,
  ObjectMeta,
  type OwnerReference,
} from '../../../src/plugin-api/index.js';

/** The spec of a dock. */
@ApiType({ name: 'com.example.docks.v1.DockSpec', doc: 'What a dock has to offer.' })
export class DockSpec {
  @Field(1, 'int32', { doc: 'Length in meters.' }) length: number;
  @Field(2, 'string', { list: true, listType: 'set', doc: 'Cranes beside it.' }) cranes?: string[];
  @Field(3, LabelSelector, { pointer: true, doc: 'The ships that may use it.' }) ships?: LabelSelector;
  @Field(4, 'quantity', { doc: 'What its cranes lift.' }) lift?: string;
}

/** The state of a dock. */
@ApiType({ name: 'com.example.docks.v1.DockStatus', doc: 'The state of a dock.' })
export class DockStatus {
  @Field(1, 'time', { doc: 'When a ship was here last.' }) lastShip?: string;
  @Field(2, Condition, { list: true, listType: 'map', listMapKeys: ['type'] })
  conditions?: Condition[];
}

/** A dock, with `apiVersion`, `kind` and `metadata` of KubernetesObject. */
@ApiType({ name: 'com.example.docks.v1.Dock', doc: 'A place where ships are repaired.' })
export class Dock extends KubernetesObject {
  @Field(2, DockSpec, { doc: 'What the dock has to offer.' }) spec: DockSpec;
  @Field(3, DockStatus, { doc: 'The state of the dock.' }) status?: DockStatus;
}

/** The same with all members written down, as a kind whose metadata have another number needs it. */
@ApiType({ name: 'com.example.docks.v1.Plan', doc: 'A plan of docks.' })
export class Plan {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta, { doc: 'Standard metadata.' }) metadata: ObjectMeta;
}

/** All classes of the group. */
export const CLASSES: readonly ApiClass[] = [Dock, Plan];

/** Reports whether one object owns another. */
export const owns = (owner: ApiObject, { metadata: { ownerReferences = [] } }: ApiObject): boolean =>
  ownerReferences.some(({ uid }: OwnerReference) => uid === owner.metadata.uid);
