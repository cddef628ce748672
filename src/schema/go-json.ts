import { checkedRelease } from '../apimachinery/index.js';
import { type CompiledField, type CompiledType, compileType } from './compiled-type.js';
import type { ApiClass } from './type-metadata.js';

type Plain = Readonly<Record<string, unknown>>;

/** How the reference's internal form of a type differs from the type. */
export interface InternalType {
  /** JSON names of members in the order of the internal form; others are not in it. Those of the type when not given. */
  readonly members?: readonly string[];
  /** Names that are not the JSON name with a capital letter. */
  readonly names?: Readonly<Record<string, string>>;
  /** Members whose internal form is that of another type, with where its members come from. */
  readonly build?: Readonly<
    Record<string, (owner: Plain, show: (type: ApiClass, value: unknown) => unknown) => unknown>
  >;
}

/** Internal forms by full name of the type, such as `k8s.io.api.core.v1.PodSpec`. */
export type InternalTypes = Readonly<Record<string, InternalType>>;

/**
 * Returns an object as Go encodes the reference's internal form of its type, which has no JSON names: every member is there, by
 * its name in Go. Errors show objects so since 1.34.
 *
 * @internal
 * @example
 * const shown = goJson(Berth, { dock: 'a' }, {});
 */
export function goJson(type: ApiClass, value: unknown, internal: InternalTypes): unknown {
  return new Writer(internal, checkedRelease()).struct(type, value);
}

class Writer {
  constructor(
    private readonly internal: InternalTypes,
    private readonly release: string,
  ) {}

  readonly struct = (type: ApiClass, value: unknown): unknown => this.members(compileType(type, this.release), value);

  private members(type: CompiledType, value: unknown): Record<string, unknown> {
    const { members, names, build } = this.internal[type.name] ?? {};
    const given = (value ?? {}) as Plain;
    const shown: Record<string, unknown> = {};
    for (const name of members ?? type.fields.map((field) => field.name)) {
      const field = type.field(name);
      const built = build?.[name];
      if (built) shown[names?.[name] ?? goNameOf(name)] = built(given, this.struct);
      else if (field && name === 'metadata') Object.assign(shown, given.metadata);
      else if (field) shown[names?.[name] ?? goNameOf(name)] = this.member(field, given[name]);
    }
    return shown;
  }

  private member(field: CompiledField, value: unknown): unknown {
    const isUnset = value === undefined || value === null;
    if (field.list && !field.map) return isUnset ? null : (value as unknown[]).map((each) => this.single(field, each));
    if (field.map) return isUnset ? null : this.map(field, value as Plain);
    if (isUnset) return field.pointer || !field.struct ? zeroOf(field) : this.single(field, {});
    return this.single(field, value);
  }

  private map(field: CompiledField, value: Plain): unknown {
    const names = Object.keys(value).sort();
    return Object.fromEntries(names.map((name) => [name, this.single(field, value[name])]));
  }

  private single(field: CompiledField, value: unknown): unknown {
    if (!field.struct) return value;
    switch (field.or) {
      case 'list':
        return Array.isArray(value)
          ? { Schema: null, JSONSchemas: value.map((each) => this.members(field.struct!, each)) }
          : { Schema: this.members(field.struct, value), JSONSchemas: null };
      case 'bool':
        return typeof value === 'boolean'
          ? { Allows: value, Schema: null }
          : { Allows: true, Schema: this.members(field.struct, value) };
      default:
        return this.members(field.struct, value);
    }
  }
}

function zeroOf({ pointer, scalar, reader }: CompiledField): unknown {
  return pointer || !scalar ? null : (reader?.zero ?? null);
}

/** Words that Go writes in capitals where they begin a name. */
const INITIALS: readonly (readonly [start: string, name: string])[] = [
  ['api', 'API'],
  ['aws', 'AWS'],
  ['csi', 'CSI'],
  ['dns', 'DNS'],
  ['fs', 'FS'],
  ['gce', 'GCE'],
  ['grpc', 'GRPC'],
  ['http', 'HTTP'],
  ['nfs', 'NFS'],
  ['os', 'OS'],
  ['se', 'SE'],
  ['tcp', 'TCP'],
];
const CAPITALS: Readonly<Record<string, string>> = {
  tty: 'TTY',
  uid: 'UID',
  ip: 'IP',
  fc: 'FC',
  rbd: 'RBD',
  iscsi: 'ISCSI',
  cephfs: 'CephFS',
  scaleIO: 'ScaleIO',
  storageos: 'StorageOS',
  id: 'ID',
};

function goNameOf(name: string): string {
  if (CAPITALS[name]) return CAPITALS[name];
  for (const [start, capitals] of INITIALS) {
    const rest = name.slice(start.length);
    if (name.startsWith(start) && (rest === '' || rest[0] !== rest[0].toLowerCase())) return capitals + rest;
  }
  return name[0].toUpperCase() + name.slice(1);
}
