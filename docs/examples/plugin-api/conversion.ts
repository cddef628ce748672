import {
  type ApiObject,
  ApiType,
  type Conversion,
  type ConvertedVersion,
  Field,
  KubernetesObject,
  type ObjectConverter,
  movedFields,
  sameShape,
} from '../../../src/plugin-api/index.js';
import { type Dock, DockStatus } from './types.js';

/** A dock as the first release of the plugin had it. */
@ApiType({ name: 'com.example.docks.v1alpha1.Dock', doc: 'A place where ships are repaired.' })
export class DockV1alpha1 extends KubernetesObject {
  @Field(2, 'int32', { doc: 'Length in meters.' }) meters: number;
  @Field(3, 'string', { doc: 'Cranes beside it, with commas between them.' }) cranes?: string;
  @Field(4, DockStatus, { pointer: true, doc: 'The state of the dock.' }) status?: DockStatus;
}

/** Where fields only have another place or form, one declaration is both directions. */
export const dockFromV1alpha1 = movedFields<DockV1alpha1, Dock>({
  meters: 'spec.length',
  cranes: {
    to: 'spec.cranes',
    toHub: (text: string) => text.split(','),
    fromHub: (cranes: string[]) => cranes.join(','),
  },
});

/** A version with the fields of the storage version needs no conversion. */
export const dockFromV1beta1: Conversion = sameShape;

/** The conversion of all versions together, for a kind that needs another server for it. */
export class RemoteConverter implements ObjectConverter {
  constructor(private readonly ask: (body: object) => Promise<ApiObject[]>) {}

  convert(objects: readonly ApiObject[], from: ConvertedVersion, to: ConvertedVersion): Promise<ApiObject[]> {
    return this.ask({ objects, from: from.apiVersion, to: to.apiVersion });
  }
}
