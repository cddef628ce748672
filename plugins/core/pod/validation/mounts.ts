import { forbidden, invalid, notSupported, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { hasRule, notFoundField, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import type { VolumeSource } from '../../volume/volume.v1.js';
import { type Container, VolumeDevice, VolumeMount } from '../shape/container.v1.js';
import { checkDescendingPath, checkNoBacksteps, checkOneOf } from './checks.js';

/** The volumes of a pod that passed their own rules, by name. */
export type VolumesByName = ReadonlyMap<string, VolumeSource>;

type Mounting = Pick<Container, 'volumeMounts' | 'volumeDevices' | 'securityContext'>;

const checkMount = fieldChecker(VolumeMount);
const checkDevice = fieldChecker(VolumeDevice);
const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** Where a container has volumes of one sort, by file system or by device. */
interface MountedPlaces {
  readonly names: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** Of a name that is used twice the last path counts. */
function placesOf(pathsByName: readonly (readonly [name: string, path: string])[]): MountedPlaces {
  const places = new Map(pathsByName);
  return { names: new Set(places.keys()), paths: new Set(places.values()) };
}

/** Checks where a container mounts volumes. */
export function validateVolumeMounts(container: Mounting, volumes: VolumesByName, path: FieldPath): FieldError[] {
  if (!container.volumeMounts?.length) return [];
  const devices = placesOf((container.volumeDevices ?? []).map((d) => [d.name, d.devicePath]));
  const taken = new Set<string>();
  return container.volumeMounts.flatMap((mount, i) => {
    const isTaken = taken.has(mount.mountPath);
    taken.add(mount.mountPath);
    return [
      ...mountPlaceErrors(mount, volumes, path.index(i)),
      ...(isTaken ? [invalid(path.index(i).child('mountPath'), mount.mountPath, 'must be unique')] : []),
      ...deviceOverlapErrors(mount, devices, path.index(i)),
      ...(volumes.get(mount.name)?.image ? imageSubPathErrors(mount, path.index(i)) : []),
      ...subPathErrors(mount, path, path.index(i)),
      ...propagationErrors(mount, container, path.child('mountPropagation')),
      ...recursiveErrors(mount, path.child('recursiveReadOnly')),
    ];
  });
}

function mountPlaceErrors(mount: VolumeMount, volumes: VolumesByName, path: FieldPath): FieldError[] {
  return [
    ...checkMount(mount, path, 'name'),
    ...(volumes.has(mount.name) ? [] : [notFoundField(path.child('name'), mount.name)]),
    ...checkMount(mount, path, 'mountPath'),
  ];
}

function deviceOverlapErrors(mount: VolumeMount, devices: MountedPlaces, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (devices.names.has(mount.name)) {
    errors.push(invalid(path.child('name'), mount.name, 'must not already exist in volumeDevices'));
  }
  if (devices.paths.has(mount.mountPath)) {
    errors.push(invalid(path.child('mountPath'), mount.mountPath, 'must not already exist as a path in volumeDevices'));
  }
  return errors;
}

// The reference reports most of these at the list, not at its element.
function subPathErrors(mount: VolumeMount, list: FieldPath, path: FieldPath): FieldError[] {
  const { subPath, subPathExpr } = mount;
  const errors: FieldError[] = [];
  if (subPath) errors.push(...checkDescendingPath(subPath, list.child('subPath')));
  if (subPathExpr) {
    if (subPath) {
      const text = 'subPathExpr and subPath are mutually exclusive';
      errors.push(invalid(path.child('subPathExpr'), subPathExpr, text));
    }
    errors.push(...checkDescendingPath(subPathExpr, list.child('subPathExpr')));
  }
  return errors;
}

function imageSubPathErrors(mount: VolumeMount, path: FieldPath): FieldError[] {
  if (hasRule({ since: '1.33' })) return [];
  return (['subPath', 'subPathExpr'] as const)
    .filter((name) => mount[name])
    .map((name) => invalid(path.child(name), mount[name], 'not allowed in image volume sources'));
}

function propagationErrors(mount: VolumeMount, container: Mounting, path: FieldPath): FieldError[] {
  const mode = mount.mountPropagation;
  const errors = checkOneOf(mode, path, PROPAGATIONS);
  if (mode === 'Bidirectional' && container.securityContext?.privileged !== true) {
    const text = 'Bidirectional mount propagation is available only to privileged containers';
    errors.push(forbidden(path, text));
  }
  return errors;
}

function recursiveErrors(mount: VolumeMount, path: FieldPath): FieldError[] {
  const mode = mount.recursiveReadOnly;
  if (mode === undefined || mode === 'Disabled') return [];
  if (mode !== 'Enabled' && mode !== 'IfPossible') {
    return [notSupported(path, mode, ['Disabled', 'Enabled', 'IfPossible'])];
  }
  const errors: FieldError[] = [];
  if (!mount.readOnly) errors.push(forbidden(path, 'may only be specified when readOnly is true'));
  if (mount.mountPropagation !== undefined && mount.mountPropagation !== 'None') {
    errors.push(forbidden(path, 'may only be specified when mountPropagation is None or not specified'));
  }
  return errors;
}

/** Checks which volumes a container uses as block devices. */
export function validateVolumeDevices(container: Mounting, volumes: VolumesByName, path: FieldPath): FieldError[] {
  if (!container.volumeDevices?.length) return [];
  const mounts = placesOf((container.volumeMounts ?? []).map((m) => [m.name, m.mountPath]));
  const names = new Set<string>();
  const paths = new Set<string>();
  return container.volumeDevices.flatMap((device, i) => {
    const place = path.index(i);
    const errors = [
      ...checkDevice(device, place, 'name'),
      ...(names.has(device.name) ? [invalid(place.child('name'), device.name, 'must be unique')] : []),
      ...deviceVolumeErrors(device.name, volumes, place.child('name')),
      ...checkDevice(device, place, 'devicePath'),
      ...devicePathErrors(device.devicePath, paths, place.child('devicePath')),
    ];
    if (mounts.names.has(device.name)) {
      errors.push(invalid(place.child('name'), device.name, 'must not already exist in volumeMounts'));
    }
    if (mounts.paths.has(device.devicePath)) {
      const text = 'must not already exist as a path in volumeMounts';
      errors.push(invalid(place.child('devicePath'), device.devicePath, text));
    }
    if (device.name) names.add(device.name);
    return errors;
  });
}

function deviceVolumeErrors(name: string, volumes: VolumesByName, path: FieldPath): FieldError[] {
  const volume = volumes.get(name);
  if (!volume) return [notFoundField(path, name)];
  if (volume.persistentVolumeClaim || volume.ephemeral) return [];
  const text = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode';
  return [invalid(path, name, text)];
}

function devicePathErrors(value: string, paths: Set<string>, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (paths.has(value)) errors.push(invalid(path, value, 'must be unique'));
  if (value && checkNoBacksteps(value, path).length > 0) {
    errors.push(invalid(path, value, "can not contain backsteps ('..')"));
  } else {
    paths.add(value);
  }
  return errors;
}
