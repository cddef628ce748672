import type { JsonValue, MaybePromise } from '../apimachinery/index.js';
import type { ObjectShape } from '../schema/index.js';

/** A decoded body, before it is validated by a type. */
export interface ReadBody {
  readonly value: JsonValue;
  /** Members that occur more than once: paths, or messages of the format's parser. */
  readonly duplicates: readonly string[];
  /**
   * Puts what is repeated and the members that the type does not have in the order of the text; what is repeated inside of
   * such members is left out. There only where something is repeated and the order is known.
   */
  readonly inOrder?: (unknown: readonly string[]) => readonly StrictFinding[];
}

/** A member that strict reading finds fault with. */
export interface StrictFinding {
  readonly path: string;
  /** True if the type does not have it; it is repeated otherwise. */
  readonly isUnknown: boolean;
}

/** The parameters of encoding besides the object. */
export interface WriteOptions {
  /** Type of the object, or of the items where it is a list; formats that write by type cannot do without. */
  readonly type?: ObjectShape;
  /** Indented for a person, where the format knows such a thing. */
  readonly isPretty?: boolean;
}

/** The properties shared by all lists of a kind. */
export interface ListType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Kind of its items. */
  readonly itemKind: string;
  /** True if items keep their kind and version, see `ObjectShape.isUnstructured`. */
  readonly namesItems?: boolean;
}

/** The kind and metadata of a list besides its items. */
export interface ListHead extends ListType {
  readonly metadata: object;
}

/** The items of a list, each as `ListSerializer.item` wrote it. */
export interface WrittenItems {
  /** Gone through once, and no faster than the list is read. */
  readonly bytes: Iterable<Buffer>;
  /** How many they are. */
  readonly count: number;
  /** How long each of them is; left out where the format does not need it and it is unknown. */
  readonly sizes?: ArrayLike<number>;
}

/** A list as it is sent. */
export interface WrittenList {
  /** Gone through once. What they are given in may be taken back with `giveBackListChunk` when it has been sent. */
  readonly pieces: Iterable<Uint8Array>;
  /** How many bytes they are together; undefined where that shows at the end. */
  readonly length?: number;
  /** The same in two parts, where nothing comes behind the items. */
  readonly parts?: ListParts;
}

/** The parts of a list. */
export interface ListParts {
  readonly begin: Uint8Array;
  readonly items: JoinedItems;
}

/** The items of a list one behind the other, and what always stands behind them. */
export interface JoinedItems {
  /** Gone through once, as those of a list. */
  readonly pieces: Iterable<Uint8Array>;
  /** How many bytes they are together; undefined where that shows at the end. */
  readonly length?: number;
  /** How many they are. */
  readonly count: number;
}

/** Puts lists together from written items, so that none is written again for every list. */
export interface ListSerializer {
  /** True if the sizes of all items have to be known before a list begins. */
  readonly needsSizes: boolean;
  /** Writes one item, as `joinItems` takes it. The same object gives the same bytes. */
  item(object: object, type: ObjectShape): Buffer;
  /**
   * Returns items in pieces, which take milliseconds each besides what the items take. Of the same items they are
   * the same, whatever the metadata of a list.
   */
  joinItems(type: ListType, items: WrittenItems): JoinedItems;
  /** Encloses items with the metadata of their list. */
  enclose(head: ListHead, items: JoinedItems): WrittenList;
}

/** An object that is written with the elements of one of its lists taken from elsewhere. */
export interface ListDocument {
  /** The object, with the list empty. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Which member the list is: the last one. */
  readonly member: string;
  /** How many elements it gets. */
  readonly count: number;
}

/** How the events of a watch follow each other on a connection (upstream: runtime.StreamSerializerInfo). */
export interface StreamSerializer {
  /** As the Content-Type header of a stream names it. */
  readonly mediaType: string;
  /** As refusals name it among what is offered; undefined for what they leave out. */
  readonly offeredAs: string | undefined;
  /** Writes an object of an event. */
  write(object: object, options: WriteOptions): MaybePromise<Buffer>;
  /** Returns one event around an object that `write` has written: ADDED, MODIFIED, DELETED, BOOKMARK or ERROR. */
  frame(type: string, object: Buffer): MaybePromise<Buffer>;
  /** Returns the payload of a WebSocket message for such a frame: messages are delimited themselves. */
  message(frame: Buffer): Buffer;
  /** True if messages over a WebSocket are texts, or bytes. */
  readonly isText: boolean;
}

/** How configurations for server-side apply are sent in a format. */
export interface ConfigurationFormat {
  /** The media type of such a patch. */
  readonly mediaType: string;
  /** The format as complaints name it: `YAML`. */
  readonly name: string;
  /** The prefix of the parser's message. */
  readonly complaint: string;
  /** Reads the bytes of a configuration. Throws SyntaxFault and SizeFault. */
  read(bytes: Buffer, type: ObjectShape): MaybePromise<ReadBody>;
  /** Describes a value of this JSON type that is not an object. */
  describeForeign(jsonType: string): string;
}

/**
 * A port for one wire format of objects (upstream: runtime.SerializerInfo). Everything that differs between formats is
 * answered here; a new format is one more object in the list. Stateless, made once at start.
 */
export abstract class Serializer {
  /** Names the format in memos: `json`. */
  abstract readonly name: string;
  /** The media type of what it writes. */
  abstract readonly mediaType: string;
  /** Other media types by which it is known. */
  readonly aliases: readonly string[] = [];
  /** True if the type decides the bytes, member by member: what has no layout is then not offered in this format. */
  readonly writesByType: boolean = false;
  /** True if objects can be shown as tables in it. */
  readonly hasTables: boolean = true;
  /** How configurations are sent in it; undefined where they are not. */
  readonly configurations: ConfigurationFormat | undefined = undefined;
  /** True if it can write for a person's eyes. */
  readonly canIndent: boolean = false;
  /** True if its bytes are what watch caches keep of the storage version, so that they are sent as they are. */
  readonly isCached: boolean = false;
  abstract readonly stream: StreamSerializer;
  /** Returns the encoder that assembles lists from encoded items; formats without it write lists whole. */
  lists?(): MaybePromise<ListSerializer>;

  /** Detects by their beginning whether bytes are in this format; undefined if they may be. */
  abstract recognizes(bytes: Uint8Array): boolean | undefined;

  /**
   * Reads a body into plain data; `type` is what it is expected to hold. Throws SyntaxFault for what is not in the format,
   * worded as the reference's decoders word it, and SizeFault for what holds more values than are read.
   */
  abstract read(bytes: Buffer, type: ObjectShape): MaybePromise<ReadBody>;

  /** Writes plain data in canonical form, a list included. Throws StatusError where it cannot be written (406). */
  abstract write(object: object, options: WriteOptions): MaybePromise<Buffer>;

  /**
   * Writes the same in pieces, with the elements of one list, at least one, as they are reached: what a piece takes
   * follows the size of an element. Written whole where a format knows nothing better.
   */
  async pieces(
    { document, member }: ListDocument,
    elements: Iterable<object>,
    options: WriteOptions,
  ): Promise<Iterable<Uint8Array>> {
    return [await this.write({ ...document, [member]: [...elements] }, options)];
  }
}
