import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import type { Serializer, WrittenList } from '../../codecs/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import type { AnswerResources } from './answer-resources.js';

/** The parameters of a watch frame besides its object. */
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
  /** Returns one object, ready to be sent. */
  object(entry: CacheEntry): MaybePromise<Buffer>;
  /**
   * Reports whether the objects of a list can be shown, before anything is done with them. Rejects with a StatusError
   * where one cannot be converted.
   */
  prepare(page: ListPage, isGone: () => boolean): MaybePromise<void>;
  /**
   * Returns a list in chunks. They are produced on demand, in milliseconds each; facts needed in advance are computed
   * in time slices. Rejects when `isGone` reports that the client has disconnected.
   */
  list(page: ListPage, isGone: () => boolean): MaybePromise<WrittenList>;
  /** Returns a list of what is shown without items or version, in the form of a watch's objects. */
  emptyList(): MaybePromise<Buffer>;
  /** True if objects are shown as tables. */
  readonly isTable: boolean;
  /** Returns one watch frame for an object. */
  frame(type: string, object: ApiObject | CacheEntry, options?: FrameOptions): MaybePromise<Buffer>;
  /** Throws where the query asks for rows of no known sort; a watch is refused for it before it begins. */
  checkInclude(): void;
  /** Returns the frame of a bookmark; `object` has nothing but type and metadata. */
  bookmark(object: ApiObject, options?: FrameOptions): MaybePromise<Buffer>;
}

/** The parameters of a representation besides negotiation. */
export interface RepresentationOptions {
  readonly isPretty: boolean;
  /** How much of each object a table's rows carry, as it was sent: not checked yet. */
  readonly includeObject: string;
  readonly shared: AnswerResources;
}
