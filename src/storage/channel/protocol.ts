import type { StorageErrorCode } from '../storage-error.js';
import type { StorageEventType } from '../storage.js';

/** The version of the messages below. Both ends are checked to have the same when a channel is opened. */
export const PROTOCOL_VERSION = 2;

/** The largest frame that is accepted, in bytes: well above the largest object. */
export const MAX_FRAME_BYTES = 256 << 20;

/** The largest value that can be sent: what goes with it in a frame is small. */
export const MAX_VALUE_BYTES = MAX_FRAME_BYTES - (4 << 20);

/** Frames are sealed above so many bytes of values, so that readers get their turns. */
export const FULL_FRAME_BYTES = 1 << 20;

/** The content of a frame; the first byte of its payload. */
export const FrameKind = {
  /** `Hello` of either side, once, before everything else. */
  hello: 0,
  /** Requests of one turn of the client's event loop. */
  requests: 1,
  /** Replies of one turn of the server's. */
  replies: 2,
  /** Changes for one watch: the id of the watch in four bytes, and a body that watches share. */
  events: 3,
  /** The end of one watch. */
  end: 4,
} as const;

/**
 * The first message: the version and, from the server, the number by which it knows the client, and whether other servers
 * may share its store.
 */
export type Hello = readonly [version: number, peer: number, isShared: boolean];

/** The operations of the storage port. */
export const Operation = {
  currentRevision: 0,
  get: 1,
  range: 2,
  create: 3,
  update: 4,
  delete: 5,
  watch: 6,
  unwatch: 7,
  compact: 8,
  compactedRevision: 9,
  checkWritable: 10,
  sizeInBytes: 11,
  changeBefore: 12,
} as const;

/** A value that is not given. */
type Unset = undefined;

/** A request. The id of a watch is that of the request that began it. */
export type ChannelRequest =
  | readonly [
      operation:
        | typeof Operation.currentRevision
        | typeof Operation.compactedRevision
        | typeof Operation.checkWritable
        | typeof Operation.sizeInBytes
        | typeof Operation.unwatch,
      id: number,
    ]
  | readonly [operation: typeof Operation.get, id: number, key: string, revision: number]
  | readonly [operation: typeof Operation.changeBefore, id: number, key: string, revision: number | Unset]
  | readonly [
      operation: typeof Operation.range,
      id: number,
      prefix: string,
      revision: number,
      limit: number,
      startAfter: string | Unset,
    ]
  | readonly [operation: typeof Operation.create, id: number, key: string, value: Buffer, ttlSeconds: number | Unset]
  | readonly [
      operation: typeof Operation.update,
      id: number,
      key: string,
      value: Buffer,
      expectedRevision: number,
      ttlSeconds: number | Unset,
    ]
  | readonly [
      operation: typeof Operation.delete,
      id: number,
      key: string,
      expectedRevision: number,
      lastValue: Buffer | Unset,
    ]
  | readonly [operation: typeof Operation.watch, id: number, prefix: string, afterRevision: number | Unset]
  | readonly [operation: typeof Operation.compact, id: number, revision: number];

/** The request of one operation. */
export type RequestOf<O extends number> = Extract<ChannelRequest, readonly [O, ...unknown[]]>;

/** How a request is answered. */
export const ReplyStatus = { result: 0, error: 1, part: 2 } as const;

/** A stored value on the wire. */
export type WireValue = readonly [key: string, value: Buffer, revision: number, createRevision: number];

/** A change of the history on the wire; its time in milliseconds since the epoch. */
export type WireChange = readonly [type: StorageEventType, value: WireValue, time: number | Unset];

/** The end of a range, after its values. */
export type WireRangeEnd = readonly [revision: number, more: boolean, count: number | Unset];

/** An error on the wire. Causes stay where they are. */
export type WireError = readonly [
  code: StorageErrorCode,
  message: string,
  key: string | Unset,
  revision: number | Unset,
];

/** A reply. A range has parts before its result. */
export type ChannelReply =
  | readonly [id: number, status: typeof ReplyStatus.result, result: unknown]
  | readonly [id: number, status: typeof ReplyStatus.error, error: WireError]
  | readonly [id: number, status: typeof ReplyStatus.part, values: readonly WireValue[]];

/** The types of events by their number on the wire. */
export const EVENT_TYPES = ['create', 'update', 'delete'] as const;

/**
 * A change on the wire. `peer` and `request` name the write that made it, where it came through the channel: its client
 * has the value already.
 */
export type WireEvent = readonly [
  type: number,
  key: string,
  revision: number,
  createRevision: number,
  valueBytes: number,
  peer: number,
  request: number,
  previousRevision: number,
  /** -1 without a previous value. */
  previousBytes: number,
];

/**
 * The description of the events of a frame, behind its length in four bytes; their values and previous values follow. `progress` is
 * 0 where more of the same group follows.
 */
export type WireEvents = readonly [progress: number, events: readonly WireEvent[]];

/** The end of a watch, with the error that ended it. */
export type WireEnd = readonly [watch: number, error: WireError | Unset];
