import { type Conversion, type FieldError, FieldPath, required } from '../../../src/plugin-api/index.js';
import type { Device, ResourceSlice } from './resource-slice.v1.js';
import type { ResourceSliceV1alpha3 } from './resource-slice.v1alpha3.js';
import type { DeviceV1beta1, ResourceSliceV1beta1 } from './resource-slice.v1beta1.js';

/** Between v1beta1, where a device holds what it is like in a member, and v1. */
export const sliceFromV1beta1: Conversion<ResourceSliceV1beta1, ResourceSlice> = {
  toHub: ({ spec, ...rest }) => ({
    ...rest,
    spec: {
      ...spec,
      nodeName: spec.nodeName || undefined,
      allNodes: spec.allNodes || undefined,
      devices: spec.devices?.map(({ name, basic }) => ({ name, ...basic })),
    },
  }),
  fromHub: ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, devices: spec.devices?.map(deviceFromHub) } }),
};

function deviceFromHub({ name, ...basic }: Device): DeviceV1beta1 {
  return { name, basic };
}

/** Between v1alpha3, where a capacity is an amount, and v1. */
export const sliceFromV1alpha3: Conversion<ResourceSliceV1alpha3, ResourceSlice> = {
  toHub: (slice) =>
    sliceFromV1beta1.toHub(
      withBasics(slice, ({ capacity, ...basic }) => ({
        ...basic,
        capacity: mapValues(capacity, (value) => ({ value })),
      })),
    ),
  fromHub: (slice) =>
    withBasics(sliceFromV1beta1.fromHub(slice), ({ capacity, ...basic }) => ({
      ...basic,
      capacity: mapValues(capacity, ({ value }) => value),
    })),
};

/** The slices of v1alpha3 and v1beta1, which differ in the type of capacities. */
interface SliceOf<Basic> extends Omit<ResourceSliceV1beta1, 'spec'> {
  spec: Omit<ResourceSliceV1beta1['spec'], 'devices'> & { devices?: { name: string; basic?: Basic }[] };
}

function withBasics<From, To>({ spec, ...rest }: SliceOf<From>, change: (basic: From) => To): SliceOf<To> {
  const devices = spec.devices?.map((device) => ({ ...device, basic: device.basic && change(device.basic) }));
  return { ...rest, spec: { ...spec, devices } };
}

function mapValues<T, U>(
  values: Record<string, T> | undefined,
  change: (value: T) => U,
): Record<string, U> | undefined {
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

const DEVICES = FieldPath.of('spec', 'devices');

/** Checks that devices say what they are like; later releases take a device without. */
export function validateBasics({
  spec,
}: {
  readonly spec: { readonly devices?: { basic?: unknown }[] };
}): FieldError[] {
  const without = (spec.devices ?? []).flatMap(({ basic }, i) => (basic ? [] : [i]));
  return without.map((i) => required(DEVICES.index(i).child('basic')));
}
