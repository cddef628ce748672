import { formatApiVersion } from '../../apimachinery/index.js';
import { mayHaveLongInteger, parseJson, stringifyJson } from '../../codecs/index.js';
import { decodeProtobuf, decodeProtobufObject, encodeProtobuf } from '../../codecs/protobuf/index.js';
import {
  type StoredVersion,
  type StoredVersions,
  type TransformedValues,
  type ValueTransformer,
  ValueTransformers,
} from '../value-transformer.js';
import { Keys } from './keys.js';

/** The groups whose objects the reference stores as JSON although they have Go types. */
const JSON_GROUPS: ReadonlySet<string> = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);

/** Stores values in the form of the reference, so that it can read them: protobuf, or JSON; encrypted as configured. */
export class KubernetesValues extends ValueTransformers {
  private readonly keys: Keys;

  /** `encryption` transforms the values of the reference; `prefix` is that of keys in etcd. */
  constructor(
    private readonly encryption: ValueTransformers,
    prefix: string,
  ) {
    super();
    this.keys = new Keys(prefix);
  }

  of(values: TransformedValues): ValueTransformer | undefined {
    const encryption = this.encryption.of(values);
    const versions = values.versions ?? onlyVersion(values);
    return versions ? new KubernetesValue(versions, { encryption, keys: this.keys }) : encryption;
  }
}

interface ValueParts {
  readonly encryption: ValueTransformer | undefined;
  readonly keys: Keys;
}

/** The values of one resource. */
class KubernetesValue implements ValueTransformer {
  constructor(
    private readonly versions: StoredVersions,
    private readonly parts: ValueParts,
  ) {}

  toStored(value: Buffer, key: string): Buffer {
    const form = this.formOf(value);
    const { encryption, keys } = this.parts;
    // The reference authenticates a value by its key in etcd.
    return encryption ? encryption.toStored(form, keys.toEtcd(key)) : form;
  }

  fromStored(stored: Buffer, key: string): Buffer {
    const { encryption, keys } = this.parts;
    const form = encryption ? encryption.fromStored(stored, keys.toEtcd(key)) : stored;
    const object = startsWithMagic(form) ? this.readProtobuf(form) : (parse(form) as Plain);
    const version = this.versions.find(String(object.apiVersion));
    // The layer above reports what is of a version that it does not know.
    return version ? Buffer.from(stringifyJson(this.canonicalOf(object, version))) : Buffer.from(stringifyJson(object));
  }

  isCurrent(stored: Buffer): boolean {
    return this.parts.encryption?.isCurrent?.(stored) ?? true;
  }

  private formOf(value: Buffer): Buffer {
    const { storage, reference } = this.versions;
    if (reference === storage && !isProtobuf(reference)) return Buffer.concat([value, NEWLINE]);
    const object = parse(value) as Plain;
    const { apiVersion } = object;
    const version = apiVersion === storage.apiVersion ? reference : this.versions.find(String(apiVersion))!;
    const written = version === reference && reference !== storage ? this.inReference(object) : object;
    if (isProtobuf(version)) return encodeProtobuf(version.type.protobuf!, version.gvk, written);
    return Buffer.from(`${stringifyJson(written)}\n`);
  }

  private inReference(object: Plain): object {
    const { storage, reference } = this.versions;
    const typed = storage.type.decode(object);
    const converted = this.versions.convert(withKind(typed, storage), storage, reference)!;
    return reference.type.canonicalize(withKind(converted, reference), STORED);
  }

  private readProtobuf(form: Buffer): Plain {
    const { apiVersion, kind, raw } = decodeProtobuf(form);
    const layout = this.versions.find(apiVersion)?.type.protobuf;
    if (!layout) throw new Error('it is of a version without a protobuf form');
    return { ...decodeProtobufObject(layout, raw), apiVersion, kind };
  }

  /** The canonical JSON of the storage version, with the defaults that the stored form lacks. */
  private canonicalOf(object: Plain, version: StoredVersion): object {
    const { storage } = this.versions;
    const typed = version.type.decode(object);
    if (!version.type.isUnstructured) version.type.applyDefaults(typed);
    const own = withKind(typed, version);
    const converted = version === storage ? own : this.versions.convert(own, version, storage);
    const shown = converted ? storage : version;
    return shown.type.canonicalize(withKind(converted ?? own, shown), STORED);
  }
}

type Plain = Record<string, unknown>;

/** The version of values that belong to no served kind. */
function onlyVersion({ gvk, shape }: TransformedValues): StoredVersions | undefined {
  if (!shape) return undefined;
  const storage = { apiVersion: formatApiVersion(gvk), gvk, type: shape };
  const find = (apiVersion: string): StoredVersion | undefined =>
    apiVersion === storage.apiVersion ? storage : undefined;
  return { storage, reference: storage, find, convert: (object) => object };
}

function isProtobuf({ gvk, type }: StoredVersion): boolean {
  return type.protobuf !== undefined && !JSON_GROUPS.has(gvk.group);
}

function withKind(object: object, { gvk, apiVersion }: StoredVersion): object {
  return { ...object, kind: gvk.kind, apiVersion };
}

function startsWithMagic(form: Buffer): boolean {
  return form.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Native parsing is several times as fast but rounds long integers. */
function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return mayHaveLongInteger(bytes) ? parseJson(text).value : JSON.parse(text);
}

const MAGIC = Buffer.from('k8s\0');
const NEWLINE = Buffer.from('\n');
const STORED = { dropsEmpty: true };
