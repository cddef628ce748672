import type { Conversion } from '../../../src/plugin-api/index.js';
import type { BasicDeviceV1alpha3, ResourceSliceV1alpha3 } from './resource-slice.v1alpha3.js';
import type { BasicDevice, ResourceSlice } from './resource-slice.v1beta1.js';

/** Between v1alpha3, where a capacity is an amount, and v1beta1, where it holds one. */
export const sliceFromV1alpha3: Conversion<ResourceSliceV1alpha3, ResourceSlice> = {
  toHub: ({ spec, ...rest }) => {
    const devices = spec.devices?.map((device) => ({ ...device, basic: device.basic && toHub(device.basic) }));
    return { ...rest, spec: { ...spec, devices } };
  },
  fromHub: ({ spec, ...rest }) => {
    const devices = spec.devices?.map((device) => ({ ...device, basic: device.basic && fromHub(device.basic) }));
    return { ...rest, spec: { ...spec, devices } };
  },
};

function toHub({ capacity, ...rest }: BasicDeviceV1alpha3): BasicDevice {
  return { ...rest, capacity: mapValues(capacity, (value) => ({ value })) };
}

function fromHub({ capacity, ...rest }: BasicDevice): BasicDeviceV1alpha3 {
  return { ...rest, capacity: mapValues(capacity, ({ value }) => value) };
}

function mapValues<T, U>(
  values: Record<string, T> | undefined,
  change: (value: T) => U,
): Record<string, U> | undefined {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
