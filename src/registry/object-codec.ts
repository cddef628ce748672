import { type ApiObject, failure } from '../apimachinery/index.js';
import { parseJson, stringifyJson } from '../codecs/index.js';
import type { CacheEntry, StoredValue } from '../storage/index.js';
import type { ResolvedKind } from './resolved-kind.js';

/**
 * Objects of one kind to stored bytes and back.
 *
 * Stored is the canonical JSON of the storage version without resourceVersion; the entries of the cache hold the same
 * bytes with the version spliced in and a newline behind, which is the wire form most clients ask for. So an object is
 * serialised once per write, however often it is read.
 */
export class ObjectCodec<T extends ApiObject = ApiObject> {
  /** Objects just encoded here, so that the cache need not parse what this process wrote. */
  private readonly encoded = new WeakMap<Buffer, T>();

  constructor(private readonly kind: ResolvedKind<T>) {}

  /** Encodes a hub object for the store. Keeps the object: it must not be changed afterwards. */
  encode(object: T): Buffer {
    const { resourceVersion: _version, ...metadata } = object.metadata;
    const versioned = { ...object, kind: this.kind.kind, apiVersion: this.kind.storage.apiVersion, metadata };
    const canonical = this.kind.storage.type.canonicalize(versioned, STORED) as unknown as T;
    const bytes = Buffer.from(stringifyJson(canonical));
    this.encoded.set(bytes, canonical);
    return bytes;
  }

  /** Prepares what the cache keeps of a stored value. */
  ingest = (value: StoredValue): CacheEntry => {
    const object = this.encoded.get(value.value) ?? this.parse(value.value);
    return {
      key: value.key,
      revision: value.revision,
      createRevision: value.createRevision,
      bytes: withResourceVersion(value.value, object.metadata.uid ?? '', value.revision),
      labels: object.metadata.labels,
      fields: this.fieldsOf(object),
    };
  };

  /** A fresh copy of an entry's object, in hub shape, with its resourceVersion. The caller may change it. */
  decode(entry: CacheEntry): T {
    return this.parse(entry.bytes);
  }

  /** Values of the selectable fields. */
  fieldsOf(object: T): Readonly<Record<string, string>> {
    const fields: Record<string, string> = { 'metadata.name': object.metadata.name ?? '' };
    if (this.kind.isNamespaced) fields['metadata.namespace'] = object.metadata.namespace ?? '';
    const { selectors } = this.kind;
    for (const name in selectors) fields[name] = selectors[name](object);
    return fields;
  }

  private parse(bytes: Buffer): T {
    try {
      return parseStored(bytes.toString('utf8')) as T;
    } catch (error) {
      throw failure(500, 'the stored object cannot be decoded', { reason: 'StorageReadError', cause: error });
    }
  }
}

/** Native parsing is three times as fast but rounds long integers; those are rare enough to look for first. */
function parseStored(text: string): unknown {
  return /[0-9]{16}/.test(text) ? parseJson(text).value : JSON.parse(text);
}

/** Puts the version where the canonical order has it, behind the uid, and a newline at the end. */
function withResourceVersion(stored: Buffer, uid: string, revision: number): Buffer {
  const version = `"resourceVersion":"${revision}"`;
  const mark = uid === '' ? '"metadata":{' : `"uid":"${uid}"`;
  const at = stored.indexOf(mark) + mark.length;
  const next = stored[at];
  const text = uid === '' ? (next === CLOSE ? version : `${version},`) : `,${version}`;
  const out = Buffer.allocUnsafe(stored.length + text.length + 1);
  stored.copy(out, 0, 0, at);
  out.write(text, at, 'latin1');
  stored.copy(out, at + text.length, at);
  out[out.length - 1] = NEWLINE;
  return out;
}

const STORED = { dropsEmpty: true };
const NEWLINE = 10;
const CLOSE = 125;
