import { expressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { Value } from './foreign-value.js';

type StructValue = InstanceType<ReturnType<typeof expressionLanguage>['StructValue']>;

/**
 * Finds the objects within one that an expression makes whose type is not named by the path of fields that leads to them,
 * and words them; undefined if there are none (upstream: ObjectVal.CheckTypeNamesMatchFieldPathNames).
 */
export function typeNameFault(object: StructValue): string | undefined {
  const faults = faultsIn(object, object.typeName);
  return faults.length === 0 ? undefined : `type mismatch: ${faults.join('\n')}`;
}

/** Lists and maps have no name. */
function faultsIn(value: Value, path: string): string[] {
  const { ListValue, MapValue, StructValue, jsonDataOf } = expressionLanguage();
  if (jsonDataOf(value)) return [];
  if (value instanceof StructValue) return [...wrongName(value, path), ...memberFaults(value, path)];
  if (value instanceof ListValue) return [...value].flatMap((element) => faultsIn(element, path));
  if (!(value instanceof MapValue)) return [];
  return [...value.keys()].flatMap((key) => faultsIn(value.find(key) ?? null, path));
}

function wrongName({ typeName }: StructValue, path: string): string[] {
  if (typeName === path) return [];
  const [given, wanted] = [JSON.stringify(typeName), JSON.stringify(path)];
  return [`unexpected type name ${given}, expected ${wanted}, which matches field name path from root Object type`];
}

function memberFaults(object: StructValue, path: string): string[] {
  return [...object.keys()].flatMap((name) => faultsIn(object.find(name) ?? null, `${path}.${String(name)}`));
}
