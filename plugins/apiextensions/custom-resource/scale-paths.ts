import { type ApiObject, type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import { type ScaleDefinition } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceSubresourceScale } from '../custom-resource-definition/custom-resource-definition.v1.js';
import { goText, goType, setValueAt, valueAt } from './path-access.js';

const MAX_REPLICAS = 2 ** 31 - 1;

/** Returns the scale of a custom resource by the paths of its definition. */
export function scaleByPaths(paths: CustomResourceSubresourceScale): ScaleDefinition {
  const number = (object: ApiObject, path: string): number => Number(valueAt(object, path).value ?? 0);
  return {
    replicas: (object) => number(object, paths.specReplicasPath),
    setReplicas: (object, replicas) => setValueAt(object, paths.specReplicasPath, replicas),
    statusReplicas: (object) => number(object, paths.statusReplicasPath),
    readFault(object) {
      const isThere = valueAt(object, paths.specReplicasPath).value !== undefined;
      return isThere ? undefined : `the spec replicas field ${JSON.stringify(paths.specReplicasPath)} does not exist`;
    },
    selector(object) {
      const { labelSelectorPath } = paths;
      const value = labelSelectorPath === undefined ? undefined : valueAt(object, labelSelectorPath).value;
      return typeof value === 'string' ? value : '';
    },
  };
}

/** Returns the faults of the values a scale shows; a write of the status leaves the wanted number aside. */
export function validateScale(
  paths: CustomResourceSubresourceScale,
  object: object,
  { isStatus }: { readonly isStatus: boolean },
): FieldError[] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths;
  return [
    ...(isStatus ? [] : replicasErrors(object, specReplicasPath)),
    ...replicasErrors(object, statusReplicasPath),
    ...(labelSelectorPath === undefined ? [] : selectorErrors(object, labelSelectorPath)),
  ];
}

function replicasErrors(object: object, path: string): FieldError[] {
  const place = FieldPath.of(path);
  const { value, fault } = valueAt(object, path);
  if (fault !== undefined) return [invalid(place, 0, fault)];
  if (value === undefined) return [];
  if (goType(value) !== 'int64') return [invalid(place, 0, wrongType(path, value, 'int64'))];
  const replicas = Number(value);
  if (replicas < 0) return [invalid(place, value, 'should be a non-negative integer')];
  return replicas > MAX_REPLICAS ? [invalid(place, value, `should be less than or equal to ${MAX_REPLICAS}`)] : [];
}

function selectorErrors(object: object, path: string): FieldError[] {
  const { value, fault } = valueAt(object, path);
  if (fault !== undefined) return [invalid(FieldPath.of(path), '', fault)];
  if (value === undefined || typeof value === 'string') return [];
  return [invalid(FieldPath.of(path), '', wrongType(path, value, 'string'))];
}

function wrongType(path: string, value: unknown, expected: string): string {
  const place = path.startsWith('.') ? path : `.${path}`;
  return `${place} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`;
}
