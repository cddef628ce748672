import {
  duplicate,
  type FieldError,
  type StrategyContext,
  FieldPath,
  invalid,
  isQualifiedName,
  required,
} from '../../../src/plugin-api/index.js';
import {
  goSlice,
  goStruct,
  type GoValue,
  hasRule,
  IMMUTABLE_MESSAGE,
  repeatFinder,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { goPointer, isSameValue, validateDriverName } from '../../core/index.js';
import { type CSINode, CSINodeDriver, VolumeNodeResources } from './csi-node.v1.js';

const DRIVERS = FieldPath.of('spec', 'drivers');
const checkDriver = fieldChecker(CSINodeDriver);
const checkResources = fieldChecker(VolumeNodeResources);
const NODE_ID_MAX = 256;

/** Checks the drivers on a node. */
export function validateCsiNode({ spec }: CSINode): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return (spec.drivers ?? []).flatMap((driver, i) => {
    const path = DRIVERS.index(i);
    const { name, nodeID, allocatable, topologyKeys } = driver;
    return [
      ...validateDriverName(name, path.child('name')),
      ...checkDriver(driver, path),
      ...nodeIdErrors(nodeID, path.child('nodeID')),
      ...checkResources(allocatable, path.child('allocatable')),
      ...(isRepeated(name) ? [duplicate(path.child('name'), name)] : []),
      ...topologyErrors(topologyKeys ?? [], path),
    ];
  });
}

/** Checks a change: drivers come and go, but stay as they are meanwhile. */
export function validateCsiNodeUpdate(
  next: CSINode,
  old: CSINode,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): FieldError[] {
  const fixed = isEnabled('MutableCSINodeAllocatableCount') ? withoutLimits : (driver: CSINodeDriver) => driver;
  const found = new Map<string, CSINodeDriver[]>();
  for (const driver of next.spec.drivers ?? []) {
    const same = found.get(driver.name);
    if (same) same.push(driver);
    else found.set(driver.name, [driver]);
  }
  return [
    ...validateCsiNode(next),
    ...(old.spec.drivers ?? []).flatMap((before) =>
      (found.get(before.name) ?? [])
        .map(fixed)
        .filter((driver) => !isSameValue(driver, fixed(before)))
        .map((driver) => invalid(changedPath(), goDriver(driver), IMMUTABLE_MESSAGE)),
    ),
  ];
}

function withoutLimits({ allocatable: _limits, ...driver }: CSINodeDriver): CSINodeDriver {
  return driver;
}

/** Before 1.33 a changed driver was reported at its type. */
function changedPath(): FieldPath {
  return hasRule({ since: '1.33' }) ? DRIVERS : FieldPath.of('CSINodeDriver');
}

function nodeIdErrors(nodeId: string, path: FieldPath): FieldError[] {
  if (Buffer.byteLength(nodeId) <= NODE_ID_MAX) return [];
  return [invalid(path, nodeId, `must be ${NODE_ID_MAX} characters or less`)];
}

/** Keys are reported at their driver, as in the reference. */
function topologyErrors(keys: readonly string[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  return keys.flatMap((key) => [
    ...(key === '' ? [required(path)] : []),
    ...(isRepeated(key) ? [duplicate(path, key)] : []),
    ...isQualifiedName(key).map((message) => invalid(path, key, message)),
  ]);
}

function goDriver({ name, nodeID, topologyKeys, allocatable }: CSINodeDriver): GoValue {
  return goStruct('storage.CSINodeDriver', {
    Name: name,
    NodeID: nodeID,
    TopologyKeys: goSlice('string', topologyKeys),
    Allocatable: goPointer(
      'storage.VolumeNodeResources',
      allocatable,
      allocatable && { Count: allocatable.count ?? null },
    ),
  });
}
