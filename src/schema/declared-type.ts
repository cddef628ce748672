import type { FieldMetadata } from './type-metadata.js';
import { SCALARS } from './scalars.js';

const NUMBERS = "'int32', 'int64' or 'double'";

/** Names of types that TypeScript and JavaScript have, and how a field is declared with such values. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  String: "write 'string'",
  Number: `write ${NUMBERS}`,
  number: `use ${NUMBERS}`,
  float: "use 'double'",
  int: "use 'int32' or 'int64'",
  integer: "use 'int32' or 'int64'",
  BigInt: "write 'int64' or 'uint64'",
  bigint: "use 'int64' or 'uint64'",
  Boolean: "write 'bool'",
  boolean: "use 'bool'",
  Date: "write 'time'",
  date: "use 'time'",
  datetime: "use 'time'",
  Buffer: "write 'bytes'",
  Uint8Array: "write 'bytes'",
  Object: "write 'json', or a class with @ApiType",
  object: "use 'json', or a class with @ApiType",
  any: "use 'json'",
  unknown: "use 'json'",
  Array: 'write the type of its elements, and list: true',
  array: 'give the type of its elements, and list: true',
  Map: 'write the type of its values, and map: true',
  map: 'give the type of its values, and map: true',
};

/** Returns what is wrong with a type that is no class with `@ApiType`; `inner` is the class that it names, if it names one. */
export function foreignTypeFault({ type }: Pick<FieldMetadata, 'type'>, inner: object | undefined): string {
  if (typeof type === 'string') {
    const known = Object.hasOwn(ELSEWHERE, type)
      ? ELSEWHERE[type]
      : `use ${Object.keys(SCALARS).join(', ')}, or a class with @ApiType`;
    return `its type "${String(type)}" is unknown; ${known}`;
  }
  if (Array.isArray(type)) return 'its type is a list; give the type of its elements, and list: true';
  const named = [type, inner].find(isOfLanguage);
  if (named) return `its type ${named.name} does not exist for fields; ${ELSEWHERE[named.name]}`;
  if (!inner) return 'its type is not defined yet; give it as () => Type';
  return `its type ${(inner as { readonly name?: string }).name || 'given'} carries no @ApiType; decorate the class`;
}

function isOfLanguage(type: unknown): type is { readonly name: string } {
  return typeof type === 'function' && Object.hasOwn(ELSEWHERE, type.name) && /\[native code\]/.test(String(type));
}
