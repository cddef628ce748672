import { V1ALPHA3 } from '../types-in-versions.js';
import { BasicDeviceV1beta1, type ResourceSliceV1beta1, ResourceSliceV1beta1Type } from './resource-slice.v1beta1.js';

interface BasicDeviceV1alpha3 extends Omit<BasicDeviceV1beta1, 'capacity'> {
  capacity?: Record<string, string | number>;
}

/** ResourceSlice as v1alpha3 has it. */
export interface ResourceSliceV1alpha3 extends Omit<ResourceSliceV1beta1, 'spec'> {
  spec: Omit<ResourceSliceV1beta1['spec'], 'devices'> & { devices?: { name: string; basic?: BasicDeviceV1alpha3 }[] };
}

/** Shape of v1alpha3.ResourceSlice. */
export const ResourceSliceV1alpha3Type = V1ALPHA3.change(BasicDeviceV1beta1, { capacity: { type: 'quantity' } }).of(
  ResourceSliceV1beta1Type,
);
