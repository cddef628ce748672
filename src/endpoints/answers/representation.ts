import type { ApiObject, ListMeta } from '../../apimachinery/index.js';
import { type Negotiated, stringifyJson } from '../../codecs/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import type { ObjectCodec } from '../../registry/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { checkIncludeObject, checkPresentation } from './presentation-checks.js';
import { partialMetadata, tableOf, tableSourceOf } from './views.js';

/** How the objects of one answer are written: version, presentation and format. */
export interface Representation {
  readonly contentType: string;
  readonly watchContentType: string;
  /** Names the representation in memos; equal keys mean equal bytes. */
  readonly key: string;
  /** Whether entries' own bytes are the answer, so that lists can be put together without looking inside. */
  readonly isNative: boolean;
  /**
   * Throws where what was asked for cannot be made of an object (or a list), or is malformed. Called when there is
   * something to send: the reference stores first and complains then.
   */
  checkFits(isList: boolean): void;
  /** One object, ready to be sent. */
  object(entry: CacheEntry): Buffer | Promise<Buffer>;
  /** A list that is not native. */
  list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer>;
  /** Kind and version of a list of what is shown. */
  readonly listType: { readonly kind: string; readonly apiVersion: string };
  /** Whether objects are shown as tables. */
  readonly isTable: boolean;
  /** One watch frame for an object; `hasColumns`: with the description of a table's columns. */
  frame(type: string, object: ApiObject | CacheEntry, hasColumns?: boolean): Promise<Buffer> | Buffer;
  /** Throws where the query asks for rows of no known sort; a watch is refused for it before it begins. */
  checkInclude(): void;
  /** The frame of a bookmark; `object` has nothing but type and metadata. */
  bookmark(object: ApiObject, hasColumns?: boolean): Promise<Buffer> | Buffer;
}

/** What shapes a representation besides negotiation. */
export interface RepresentationOptions {
  readonly isPretty: boolean;
  /** How much of each object a table's rows carry, as it was sent: not checked yet. */
  readonly includeObject: string;
}

/** The way to write the objects of a resource as a client asked for them. */
export function representationOf(
  resource: ServedResource,
  negotiated: Negotiated,
  options: RepresentationOptions,
): Representation {
  const isStored = resource.version === resource.kind.storage;
  const isPlain = negotiated.format === 'json' && negotiated.presentation === 'whole' && !options.isPretty;
  if (isPlain && isStored) return nativeOf(resource);
  return new ConvertedRepresentation(resource, negotiated, options);
}

/** What reads the entries of a resource, be its objects stored or computed. */
function codecOf({ store, computed }: ServedResource): ObjectCodec {
  return (store ?? computed)!.codec;
}

const NATIVE = new WeakMap<ServedResource, Representation>();
const NEWLINE = Buffer.from('\n');

function nativeOf(resource: ServedResource): Representation {
  let native = NATIVE.get(resource);
  if (!native)
    NATIVE.set(resource, (native = new NativeRepresentation(new ConvertedRepresentation(resource, PLAIN, COMPACT))));
  return native;
}

const PLAIN: Negotiated = { format: 'json', presentation: 'whole', metaVersion: '', mediaType: 'application/json' };
const COMPACT: RepresentationOptions = { isPretty: false, includeObject: 'Metadata' };

/** Compact JSON of the storage version: the cache's own bytes. */
class NativeRepresentation implements Representation {
  readonly contentType = 'application/json';
  readonly watchContentType = 'application/json';
  readonly key = 'native';
  readonly isNative = true;
  readonly isTable = false;

  readonly listType: Representation['listType'];

  constructor(private readonly general: ConvertedRepresentation) {
    this.listType = general.listType;
  }

  checkFits(): void {}

  checkInclude(): void {}

  object(entry: CacheEntry): Buffer {
    return entry.bytes;
  }

  list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer> {
    return this.general.list(entries, meta);
  }

  bookmark(object: ApiObject): Promise<Buffer> {
    return this.general.bookmark(object);
  }

  frame(type: string, object: ApiObject | CacheEntry): Buffer {
    if (!isEntry(object)) return Buffer.from(`${stringifyJson({ type, object })}\n`);
    const { bytes } = object;
    const head = `{"type":"${type}","object":`;
    const out = Buffer.allocUnsafe(head.length + bytes.length + 1);
    out.write(head, 0, 'latin1');
    // The entry's newline makes room for the closing brace.
    bytes.copy(out, head.length, 0, bytes.length - 1);
    out.write('}\n', out.length - 2, 'latin1');
    return out;
  }
}

/** Every other way: decodes, converts, presents and writes, and keeps single objects with the entry. */
class ConvertedRepresentation implements Representation {
  readonly contentType: string;
  readonly watchContentType: string;
  readonly key: string;
  readonly isNative = false;
  private readonly itemKey: string;
  readonly isTable: boolean;
  readonly listType: Representation['listType'];

  constructor(
    private readonly resource: ServedResource,
    private readonly negotiated: Negotiated,
    private readonly options: RepresentationOptions,
  ) {
    const { format, presentation, metaVersion, mediaType } = negotiated;
    this.itemKey = `${resource.version.apiVersion} protobuf item`;
    this.isTable = presentation === 'Table';
    this.listType =
      presentation === 'whole'
        ? { kind: resource.kind.listKind, apiVersion: resource.version.apiVersion }
        : { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
    this.contentType = mediaType;
    this.watchContentType = format === 'protobuf' ? `${mediaType};stream=watch` : mediaType;
    this.key = [
      resource.version.apiVersion,
      format,
      presentation,
      metaVersion,
      options.includeObject,
      options.isPretty,
    ].join(' ');
  }

  checkFits(isList: boolean): void {
    this.checkInclude();
    const { kind, listKind } = this.resource.kind;
    const { group } = this.resource.gvr;
    checkPresentation(this.negotiated.presentation, { group, kind: isList ? listKind : kind, isList });
  }

  checkInclude(): void {
    if (this.isTable) checkIncludeObject(this.options.includeObject);
  }

  async object(entry: CacheEntry): Promise<Buffer> {
    // Tables show ages, which change without the object.
    if (this.negotiated.presentation === 'Table') return this.write(this.table([entry], metaOf(this.decode(entry))));
    const known = entry.views?.get(this.key);
    if (known) return known;
    const bytes = await this.write(this.present(this.decode(entry)));
    (entry.views ??= new Map()).set(this.key, bytes);
    return bytes;
  }

  async list(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer> {
    const { presentation } = this.negotiated;
    if (presentation === 'Table') return this.write(this.table(entries, meta));
    if (presentation === 'whole' && this.negotiated.format === 'protobuf') return this.protobufList(entries, meta);
    const isPartial = presentation !== 'whole';
    const items = entries.map((entry) =>
      isPartial ? this.present(this.decode(entry)) : withoutTypeMeta(this.decode(entry)),
    );
    // An empty list of metadata has no items at all, as the reference's.
    return this.write({ ...this.listType, metadata: meta, items: isPartial && items.length === 0 ? null : items });
  }

  /** Items are encoded once per version of an object, however often they are listed. */
  private async protobufList(entries: readonly CacheEntry[], meta: ListMeta): Promise<Buffer> {
    const { encodeProtobufMessage, protobufListChunks } = await import('../../codecs/protobuf/index.js');
    const { version, kind } = this.resource;
    const items = entries.map((entry) => {
      const known = entry.views?.get(this.itemKey);
      if (known) return known;
      const bytes = encodeProtobufMessage(version.type.protobuf!, this.decode(entry));
      (entry.views ??= new Map()).set(this.itemKey, bytes);
      return bytes;
    });
    return Buffer.concat(protobufListChunks({ ...version.gvk, kind: kind.listKind }, meta, items));
  }

  async frame(type: string, object: ApiObject | CacheEntry, hasColumns = false): Promise<Buffer> {
    const value = isEntry(object) ? this.presentForWatch(object, hasColumns) : object;
    if (this.negotiated.format !== 'protobuf') return Buffer.from(`${stringifyJson({ type, object: value })}\n`);
    const { encodeProtobufWatchFrame } = await import('../../codecs/protobuf/index.js');
    return encodeProtobufWatchFrame(type, await this.write(value));
  }

  bookmark(object: ApiObject, hasColumns = false): Promise<Buffer> {
    if (this.isTable) {
      const table = this.tableOf([object], metaOf(object));
      return this.frame('BOOKMARK', (hasColumns ? table : withoutColumns(table)) as ApiObject);
    }
    const whole = this.resource.version.type.decode(object) as unknown as ApiObject;
    return this.frame('BOOKMARK', this.present(whole));
  }

  private presentForWatch(entry: CacheEntry, hasColumns: boolean): object {
    const object = this.decode(entry);
    if (!this.isTable) return this.present(object);
    const table = this.table([entry], metaOf(object));
    return hasColumns ? table : withoutColumns(table);
  }

  private decode(entry: CacheEntry): ApiObject {
    const { kind, version } = this.resource;
    const hub = codecOf(this.resource).decode(entry);
    // Of metadata alone there is nothing to convert.
    if (version === kind.storage || this.negotiated.presentation !== 'whole') return hub;
    const converted = kind.fromHub(version, hub);
    return version.type.decode(converted) as unknown as ApiObject;
  }

  private present(object: ApiObject): ApiObject {
    const { presentation, metaVersion } = this.negotiated;
    if (presentation === 'whole') return object;
    return partialMetadata(object, metaVersion, this.resource.kind.definition.conversionAnnotations);
  }

  private table(entries: readonly CacheEntry[], meta: ListMeta): object {
    const hubs = entries.map((entry) => codecOf(this.resource).decode(entry));
    return this.tableOf(hubs, meta);
  }

  private tableOf(hubs: readonly ApiObject[], meta: ListMeta): object {
    const { metaVersion } = this.negotiated;
    const { includeObject } = this.options;
    return tableOf(tableSourceOf(this.resource), hubs, { meta, metaVersion, includeObject });
  }

  private write(object: object): Promise<Buffer> {
    return writeObject(object, this.negotiated.format, this.options.isPretty, this.resource.version.type);
  }
}

/** Writes plain data in a format. `type` is what protobuf needs to know of it: the type of the object or of a list's items. */
export async function writeObject(
  object: object,
  format: Negotiated['format'],
  isPretty: boolean,
  type?: ObjectShape,
): Promise<Buffer> {
  if (format === 'json') {
    if (isPretty) return Buffer.from(stringifyJson(object, 2));
    return Buffer.concat([Buffer.from(stringifyJson(object)), NEWLINE]);
  }
  if (format === 'yaml') {
    const { stringifyYaml } = await import('../../codecs/yaml/index.js');
    return Buffer.from(stringifyYaml(object as never));
  }
  const { writeProtobuf } = await import('./write-protobuf.js');
  return writeProtobuf(object, type);
}

/** Only the first table of a watch describes its columns. */
function withoutColumns(table: object): object {
  return { ...table, columnDefinitions: null };
}

function isEntry(value: ApiObject | CacheEntry): value is CacheEntry {
  return 'bytes' in value;
}

function metaOf(object: ApiObject): ListMeta {
  return { resourceVersion: object.metadata.resourceVersion };
}

function withoutTypeMeta(object: ApiObject): object {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return rest;
}
