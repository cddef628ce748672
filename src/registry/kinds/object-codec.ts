import {
  type ApiObject,
  type JsonValue,
  MAX_SHOWN_FIELD,
  TEXT,
  WrongResult,
  cutText,
  resultFault,
  storageReadError,
} from '../../apimachinery/index.js';
import { mayHaveLongInteger, parseJson, stringifyJson } from '../../codecs/index.js';
import { type CacheEntry, Slab, type StoredValue, type ValueTransformer } from '../../storage/index.js';
import { SharedFields } from '../../patch/index.js';
import { callHook, framesOf } from './hook-failure.js';
import { KeptOwners } from './kept-owners.js';
import { type OwnedText, type OwnersInText, writeOwned } from './owned-text.js';
import type { ResolvedKind } from './resolved-kind.js';
import type { ResolvedVersion } from './resolved-version.js';
import { haveSameMembers } from './same-members.js';
import { SharedLabels } from './shared-labels.js';

/** The dependencies of a codec besides its kind. */
export interface ObjectCodecOptions {
  /** Transforms values for storage; without it they are stored as they are. */
  readonly transformer?: ValueTransformer;
  /** Called for every stored value that cannot be read. */
  readonly onUnreadable?: (key: string, why: string) => void;
  /** Called for the fields of stored objects that the release does not have, as `spec.containers[].resizePolicy`. */
  readonly onOutOfView?: (field: string) => void;
  /** The field sets of all kinds of a server: what clients own of the metadata, and of the same template, is alike. */
  readonly fieldSets?: SharedFields;
  /** The labels of all kinds of a server: a controller gives those of its objects to others. */
  readonly labelSets?: SharedLabels;
}

/**
 * Objects of one kind to stored bytes and back.
 *
 * Stored is the canonical JSON of the storage version without resourceVersion; the entries of the cache hold the same
 * bytes with the version spliced in and a newline behind, which is the wire form most clients ask for. So an object is
 * serialised once per write, however often it is read. Where a transformer gives values another form, that happens
 * between these bytes and the store.
 */
export class ObjectCodec<T extends ApiObject = ApiObject> {
  /** The bytes that stored forms were just made from here, so that the cache need not open what this process wrote. */
  private readonly sealed = new WeakMap<Buffer, Buffer>();
  /** The block allocator for the bytes of entries. */
  private readonly slab = new Slab();
  /** Those of objects that were changed lately; made with the first change. */
  private owners: KeptOwners | undefined = undefined;
  private readonly fieldSets: SharedFields;
  private readonly labelSets: SharedLabels;
  /** The last one: objects of a namespace come one after the other, and each would keep its name. */
  private namespace = '';

  constructor(
    private readonly kind: ResolvedKind<T>,
    private readonly options: ObjectCodecOptions = {},
  ) {
    this.fieldSets = options.fieldSets ?? new SharedFields();
    this.labelSets = options.labelSets ?? new SharedLabels();
  }

  /** Encodes an object in the storage version, or in the one it was stored in; `seal` gives the bytes the form that is stored. Keeps the object: it must not be changed afterwards. */
  encode(object: T): Buffer {
    const canonical = this.storedFormOf(object);
    return this.encoded(canonical, { text: stringifyJson(canonical), owners: undefined });
  }

  /** Returns the same of the next state of a stored object, whose owners `keepOwners` can keep for the one after it. */
  encodeChange(object: T): Buffer {
    const canonical = this.storedFormOf(object);
    return this.encoded(canonical, writeOwned(canonical, this.fieldSets));
  }

  private storedFormOf(object: T): T {
    const { apiVersion, gvk, type } = this.kind.storedVersionOf(object);
    const isOfVersion = object.kind === gvk.kind && object.apiVersion === apiVersion;
    const versioned = isOfVersion ? object : { ...object, kind: gvk.kind, apiVersion };
    const { metadata } = versioned;
    const { resourceVersion } = metadata;
    if (resourceVersion === undefined) return type.canonicalize(versioned, STORED);
    // A copy without the version costs as much as all the rest of the metadata.
    metadata.resourceVersion = undefined;
    try {
      return type.canonicalize(versioned, STORED);
    } finally {
      metadata.resourceVersion = resourceVersion;
    }
  }

  private encoded(canonical: T, { text, owners }: OwnedText): Buffer {
    const { apiVersion } = canonical;
    const bytes: EncodedBytes<T> = Buffer.from(text);
    const storedVersion = apiVersion === this.kind.storage.apiVersion ? undefined : apiVersion;
    bytes[ENCODED] = { by: this, object: canonical, facts: undefined, storedVersion, owners };
    return bytes;
  }

  /** Keeps the owners of a state that has been stored, for the next change of the object. */
  keepOwners(key: string, revision: number, bytes: Buffer): void {
    const encoded = (bytes as EncodedBytes<T>)[ENCODED];
    if (encoded?.owners && encoded.facts?.uid) (this.owners ??= new KeptOwners()).keep(key, revision, encoded.owners);
  }

  /** Returns the form in which the store keeps bytes that `encode` made. */
  seal(bytes: Buffer, key: string): Buffer {
    const { transformer } = this.options;
    if (!transformer) return bytes;
    const stored = transformer.toStored(bytes, key);
    this.sealed.set(stored, bytes);
    return stored;
  }

  /** Prepares what the cache keeps of a stored value; of one that cannot be read, an entry that says so. */
  ingest = (stored: StoredValue): CacheEntry => {
    try {
      const { transformer } = this.options;
      if (!transformer) return this.entryOf(stored);
      const entry = this.entryOf({ ...stored, value: this.open(stored) });
      return transformer.isCurrent?.(stored.value) === false ? { ...entry, isStale: true } : entry;
    } catch (error) {
      return this.unreadableEntry(stored, error instanceof UnreadableValue ? error : new UnreadableValue(WRONG_SHAPE));
    }
  };

  /** Prepares the same of bytes that `encode` made. */
  entryOf(stored: StoredValue): CacheEntry {
    const { value } = stored;
    const marked = (value as EncodedBytes<T>)[ENCODED];
    // An object encoded by the codec of an earlier declaration of the kind may be of another version.
    const encoded = marked?.by === this ? marked : undefined;
    if (encoded?.storedVersion !== undefined) return this.entryInOwnVersion(stored, encoded);
    if (encoded?.facts) return this.entryWith(stored, encoded.facts);
    const object = encoded?.object ?? (readStored(value) as T);
    const version = encoded ? undefined : this.otherVersionOf(object);
    if (version) return this.entryOfOther(version, object, stored);
    if (!encoded && (this.isRenamed(object) || this.completes(object))) {
      // The next write stores it so.
      return { ...this.entryOf({ ...stored, value: this.encode(object) }), isStale: true };
    }
    return this.entryWith(stored, this.factsOf(object, this.fieldOrNothing));
  }

  /**
   * Reports whether an entry was made of the same bytes as `encode` has made now, or, of a kind without its own fields,
   * of the same members in another order.
   */
  isSame(bytes: Buffer, { bytes: shown, stored: wire = shown, revision }: CacheEntry): boolean {
    const { object, facts } = (bytes as EncodedBytes<T>)[ENCODED]!;
    const uid = facts?.uid ?? object?.metadata.uid ?? '';
    const text = versionText(uid, revision);
    if (wire.length !== bytes.length + text.length + 1) return false;
    const at = placeOfVersion(wire, uid);
    const next = at + text.length;
    if (wire.toString('latin1', at, next) !== text) return false;
    const isEqual = bytes.compare(wire, 0, at, 0, at) === 0 && bytes.compare(wire, next, wire.length - 1, at) === 0;
    if (isEqual || !this.kind.storage.type.isUnstructured) return isEqual;
    const stored = Buffer.concat([wire.subarray(0, at), wire.subarray(next, wire.length - 1)]);
    return haveSameMembers(bytes, stored, parseStored);
  }

  /**
   * Returns a fresh copy of an entry's object, in the version its bytes are in, with its resourceVersion. The caller may
   * change it. Throws StorageReadError.
   */
  decode(entry: CacheEntry): T {
    if (entry.unreadable !== undefined) throw storageReadError(this.kind.groupResource, [entry]);
    return parseStored(entry.bytes) as T;
  }

  /**
   * Returns the same of the form that is stored, for writes. The field sets in managedFields may be shared with others,
   * and are frozen then.
   */
  decodeStored(entry: CacheEntry): T {
    const { key, revision, bytes, stored = bytes } = entry;
    if (entry.unreadable !== undefined) return this.decode(entry);
    const text = stored.toString('utf8');
    if (mayHaveLongInteger(stored)) return parseJson(text).value as unknown as T;
    return (this.owners?.parse(key, revision, text) ?? JSON.parse(text)) as T;
  }

  /**
   * Returns the bytes of bytes that `encode` made as clients see them, without a resourceVersion or with one that is no
   * number.
   */
  shownBytes(bytes: Buffer, resourceVersion?: string): Buffer {
    const { facts } = (bytes as EncodedBytes<T>)[ENCODED]!;
    const shown = facts?.shown ?? bytes;
    if (resourceVersion === undefined) return shown;
    const uid = facts?.uid ?? '';
    const at = placeOfVersion(shown, uid);
    const version = Buffer.from(versionText(uid, resourceVersion));
    return Buffer.concat([shown.subarray(0, at), version, shown.subarray(at)]);
  }

  /**
   * Computes the selectable fields of bytes that `encode` made and that are to be stored. Throws where one cannot be had.
   * The object is not kept any longer.
   */
  checkEncoded(bytes: Buffer): void {
    const encoded = (bytes as EncodedBytes<T>)[ENCODED]!;
    const { object } = encoded;
    if (!object) return;
    encoded.facts = this.factsOf(object, this.field);
    // Many writes wait for the disk at a time, and whatever they hold is moved about by the garbage collector.
    encoded.object = undefined;
  }

  private completes(object: T): boolean {
    return this.kind.storage.type.completeStored(object, this.options.onOutOfView);
  }

  /** The kind of a resource may have had another name; `encode` writes the present one. */
  private isRenamed({ kind }: ApiObject): boolean {
    return kind !== undefined && kind !== this.kind.storage.gvk.kind;
  }

  /** The version that an object was stored in, where that is another one than is stored now. */
  private otherVersionOf({ apiVersion = this.kind.storage.apiVersion }: ApiObject): ResolvedVersion | undefined {
    if (apiVersion === this.kind.storage.apiVersion) return undefined;
    const version = this.kind.versions.get(apiVersion);
    if (!version) {
      const stored = cutText(String(apiVersion), MAX_SHOWN_FIELD);
      throw new UnreadableValue(
        `it is stored in ${stored}, which the kind does not declare; declare it with served: false`,
        { storedVersion: stored },
      );
    }
    return version;
  }

  /**
   * The entry of an object that was stored in another version: in the form it would be stored in now, where it can be
   * converted at once, and in its own version where that may have to wait.
   */
  private entryOfOther(version: ResolvedVersion, sent: ApiObject, stored: StoredValue): CacheEntry {
    const { kind } = this;
    try {
      const object = inVersion(version, sent);
      if (kind.conversionMayWait) return this.entryOf({ ...stored, value: this.encode(object as T) });
      const value = this.encode(kind.convertOne(object, version, kind.storage) as T);
      return { ...this.entryOf({ ...stored, value }), isStale: true };
    } catch (error) {
      // The decoder's message quotes the value.
      throw new UnreadableValue(WRONG_SHAPE, { cause: error });
    }
  }

  private readonly field = (name: string, object: T): string =>
    callHook(`${this.kind.place}: selectableFields[${JSON.stringify(name)}]`, () =>
      this.textOf(this.kind.selectors[name](object)),
    );

  /** The value of a selectable field. Throws WrongResult for one that is no text: it would be equal to none that clients send. */
  private textOf(value: unknown): string {
    const fault = typeof value === 'string' ? undefined : resultFault(value, TEXT, undefined);
    if (fault !== undefined) throw new WrongResult(fault, framesOf(this.kind.definition));
    return value as string;
  }

  /** Stored objects stay readable, even if a selectable field fails. */
  private readonly fieldOrNothing = (name: string, object: T): string => {
    try {
      return this.textOf(this.kind.selectors[name](object));
    } catch {
      return '';
    }
  };

  /** The entry of an object that is stored in another version than is stored now, and stays so until it is written next. */
  private entryInOwnVersion(stored: StoredValue, { object, facts, storedVersion }: Encoded<T>): CacheEntry {
    const entry = this.entryWith(stored, facts ?? this.factsOf(object!, this.fieldOrNothing));
    return { ...entry, isStale: true, storedVersion };
  }

  private entryWith(stored: StoredValue, facts: EntryFacts): CacheEntry {
    const { key, value, revision, createRevision } = stored;
    const { uid, labels, fields, shown } = facts;
    facts.place ??= placeOfVersion(shown ?? value, uid);
    const bytes = this.wireOf(shown ?? value, facts.place, versionText(uid, revision));
    // Place for what is added later: added to an object of this form, it takes its own memory.
    const entry = { key, revision, createRevision, bytes, labels, fields, views: undefined };
    if (!shown) return entry;
    return { ...entry, stored: this.wireOf(value, placeOfVersion(value, uid), versionText(uid, revision)) };
  }

  /** Canonical bytes with the version spliced in and a newline behind. */
  private wireOf(value: Buffer, at: number, text: string): Buffer {
    const bytes = this.slab.take(value.length + text.length + 1);
    // The rest is in its place at once, and the start is moved to its own: copying parts of a buffer makes views of them.
    bytes.set(value, text.length);
    bytes.copyWithin(0, text.length, text.length + at);
    bytes.write(text, at, 'latin1');
    bytes[bytes.length - 1] = NEWLINE;
    return bytes;
  }

  private factsOf(object: T, fieldOf: (name: string, object: T) => string): EntryFacts {
    const { uid = '', labels } = object.metadata;
    const fields = this.fieldsOf(object, fieldOf);
    return {
      uid,
      labels: labels && this.labelSets.find(labels),
      fields,
      shown: this.shownFormOf(object),
      place: undefined,
    };
  }

  /** The canonical bytes of the form that clients see, where it is not the stored one. */
  private shownFormOf(object: T): Buffer | undefined {
    const shown = this.kind.functions.shownAs?.(object);
    return shown && Buffer.from(stringifyJson(shown));
  }

  /** Values of the selectable fields. */
  private fieldsOf(object: T, fieldOf: (name: string, object: T) => string): Readonly<Record<string, string>> {
    const { name: metadataName = '', namespace = '' } = object.metadata;
    if (namespace !== this.namespace) this.namespace = namespace;
    // Made with both members: one that is added takes its own memory.
    const fields: Record<string, string> = this.kind.isNamespaced
      ? { 'metadata.name': metadataName, 'metadata.namespace': this.namespace }
      : { 'metadata.name': metadataName };
    const { selectors } = this.kind;
    for (const name in selectors) fields[name] = fieldOf(name, object);
    return fields;
  }

  private open({ key, value }: StoredValue): Buffer {
    const known = this.sealed.get(value);
    if (known) return known;
    try {
      return this.options.transformer!.fromStored(value, key);
    } catch (error) {
      throw new UnreadableValue(`it cannot be transformed: ${(error as Error).message}`, { cause: error });
    }
  }

  private unreadableEntry(
    { key, revision, createRevision }: StoredValue,
    { message: unreadable, storedVersion }: UnreadableValue,
  ): CacheEntry {
    this.options.onUnreadable?.(key, unreadable);
    const entry = { key, revision, createRevision, bytes: NO_BYTES, labels: undefined, fields: this.namesIn(key) };
    return { ...entry, unreadable, storedVersion };
  }

  /** Returns the fields that follow from the key alone. */
  private namesIn(key: string): Record<string, string> {
    const path = key.slice(this.kind.keyPrefix.length);
    const slash = this.kind.isNamespaced ? path.indexOf('/') : -1;
    const name = { 'metadata.name': path.slice(slash + 1) };
    return this.kind.isNamespaced ? { ...name, 'metadata.namespace': path.slice(0, Math.max(slash, 0)) } : name;
  }
}

/** The cached result of `encode`. */
interface Encoded<T> {
  /** The codec that encoded it. */
  readonly by: object;
  /** Until the facts have been worked out. */
  object: T | undefined;
  facts: EntryFacts | undefined;
  /** The apiVersion of an object in another version than is stored now. */
  readonly storedVersion: string | undefined;
  /** Their place, where the object is the next state of a stored one. */
  readonly owners: OwnersInText | undefined;
}

/** The facts of an entry besides its bytes. */
interface EntryFacts extends Pick<CacheEntry, 'labels' | 'fields'> {
  readonly uid: string;
  /** The bytes that clients see, where they are not the stored ones. */
  readonly shown: Buffer | undefined;
  /** Where the version is put into the bytes that clients see, once that has been looked up. */
  place: number | undefined;
}

// The cached result is a property of the bytes: a WeakMap costs more than writing them does.
const ENCODED = Symbol('binnacle.registry.encoded');

/** Bytes that may have been made here, with what they were made of: what this process wrote need not be parsed. */
type EncodedBytes<T> = Buffer & { [ENCODED]?: Encoded<T> };

/** The reason why a stored value cannot be read, without revealing its content. */
class UnreadableValue extends Error {
  /** The apiVersion of the value, where its kind does not declare that. */
  readonly storedVersion: string | undefined;

  constructor(message: string, { storedVersion, ...options }: ErrorOptions & { readonly storedVersion?: string } = {}) {
    super(message, options);
    this.storedVersion = storedVersion;
  }
}

const WRONG_SHAPE = 'it does not have the shape of its kind';
const NO_BYTES = Buffer.alloc(0);

/** Reads a value that another process, or an earlier one, has stored. */
function readStored(value: Buffer): ApiObject {
  const object = parseOrExplain(value) as Partial<ApiObject> | null;
  if (typeof object?.metadata !== 'object' || typeof object.metadata?.name !== 'string') {
    throw new UnreadableValue(WRONG_SHAPE);
  }
  return object as ApiObject;
}

function parseOrExplain(value: Buffer): unknown {
  try {
    return parseStored(value);
  } catch {
    // The parser's message quotes the value.
    throw new UnreadableValue('it is not JSON');
  }
}

/** Native parsing is several times as fast but rounds long integers; those are rare enough to look for first. */
function parseStored(bytes: Buffer): unknown {
  const text = bytes.toString('utf8');
  return mayHaveLongInteger(bytes) ? parseJson(text).value : JSON.parse(text);
}

/** Where the canonical order has the version: behind the uid, or first if there is none. */
function placeOfVersion(stored: Buffer, uid: string): number {
  const mark = uid === '' ? '"metadata":{' : `"uid":"${uid}"`;
  const start = stored.indexOf(mark);
  if (start === -1) throw new UnreadableValue('it is not in canonical form');
  return start + mark.length;
}

/** The text that is put there; metadata has a name at least. */
function versionText(uid: string, version: number | string): string {
  const member = `"resourceVersion":${typeof version === 'number' ? `"${version}"` : JSON.stringify(version)}`;
  return uid === '' ? `${member},` : `,${member}`;
}

/** A stored object read by the type of its own version, with its defaults. */
function inVersion({ apiVersion, gvk, type }: ResolvedVersion, stored: ApiObject): ApiObject {
  const object = type.decode(stored as unknown as JsonValue, {});
  type.applyDefaults(object);
  return { ...object, kind: gvk.kind, apiVersion } as unknown as ApiObject;
}

const STORED = { dropsEmpty: true };
const NEWLINE = 10;
