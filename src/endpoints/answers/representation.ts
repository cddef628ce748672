import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { Serializer, WrittenList } from '../../codecs/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from '../reading/list.js';

/** What shapes the frame of a watch besides its object. */
export interface FrameOptions {
  /** With the description of a table's columns. */
  readonly hasColumns?: boolean;
  /** The frame is one of many that others will ask for too: what it is made of is kept for them. */
  readonly isKept?: boolean;
}

/** How the objects of one answer are written: version, presentation and format. */
export interface Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  /** Names the representation in memos; equal keys mean equal bytes. */
  readonly key: string;
  /**
   * Throws where what was asked for cannot be made of an object (or a list), or is malformed. Called when there is
   * something to send: the reference stores first and complains then.
   */
  checkFits(isList: boolean): void;
  /** One object, ready to be sent. */
  object(entry: CacheEntry): MaybePromise<Buffer>;
  /**
   * A list in pieces. They are made as they are asked for, in milliseconds each; what has to be known beforehand is
   * found out in turns with others. Rejects when `isGone` tells meanwhile that nobody waits for them any more.
   */
  list(page: ListPage, isGone: () => boolean): MaybePromise<WrittenList>;
  /** A list of what is shown without items or version, in the form of a watch's objects. */
  emptyList(): MaybePromise<Buffer>;
  /** Whether objects are shown as tables. */
  readonly isTable: boolean;
  /** One watch frame for an object. */
  frame(type: string, object: ApiObject | CacheEntry, options?: FrameOptions): MaybePromise<Buffer>;
  /** Throws where the query asks for rows of no known sort; a watch is refused for it before it begins. */
  checkInclude(): void;
  /** The frame of a bookmark; `object` has nothing but type and metadata. */
  bookmark(object: ApiObject, options?: FrameOptions): MaybePromise<Buffer>;
}

/** What shapes a representation besides negotiation. */
export interface RepresentationOptions {
  readonly isPretty: boolean;
  /** How much of each object a table's rows carry, as it was sent: not checked yet. */
  readonly includeObject: string;
}
