import { type Field, Message } from './message.js';

/** A key with its value (mvccpb.KeyValue). */
export interface KeyValue {
  readonly key: Buffer;
  readonly create_revision: number;
  readonly mod_revision: number;
  readonly version: number;
  /** Unset where it is empty. */
  readonly value?: Buffer;
  /** The id of its lease; unset for none. */
  readonly lease?: string;
}

/** The part of every response that has the revision of the store (etcdserverpb.ResponseHeader). */
export interface Header {
  readonly revision: number;
}

/** A read of one key, or of those before `range_end`. */
export interface RangeRequest {
  readonly key: Buffer;
  readonly range_end?: Buffer;
  readonly limit?: number;
  readonly revision?: number;
  readonly count_only?: boolean;
}

/** The keys of a range; lists and flags are unset where they are empty. */
export interface RangeResponse {
  readonly header: Header;
  readonly kvs?: KeyValue[];
  readonly more?: boolean;
  readonly count?: number;
}

/** One operation of a transaction; one member is set. */
export interface RequestOp {
  readonly request_range?: RangeRequest;
  readonly request_put?: { readonly key: Buffer; readonly value: Buffer; readonly lease?: string };
  readonly request_delete_range?: { readonly key: Buffer; readonly range_end?: Buffer };
}

/** The condition of a transaction: that a key has a revision, or so many versions. */
export interface Compare {
  readonly target: number;
  readonly key: Buffer;
  readonly version?: number;
  readonly mod_revision?: number;
}

/** Operations that depend on conditions. */
export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

/** The outcome of a transaction; one response for each operation that was carried out. */
export interface TxnResponse {
  readonly header: Header;
  readonly succeeded?: boolean;
  readonly responses?: { readonly response_range?: RangeResponse }[];
}

/** A change (mvccpb.Event); type 1 is a deletion. */
export interface WatchedEvent {
  readonly type?: number;
  readonly kv: KeyValue;
  readonly prev_kv?: KeyValue;
}

/** The range of a new watch, and where it begins. */
export interface WatchCreate {
  readonly key: Buffer;
  readonly range_end: Buffer;
  readonly start_revision: number;
  readonly prev_kv: boolean;
  readonly fragment: boolean;
}

/** A message of a watch: that it began or ended, or changes. */
export interface WatchResponse {
  readonly header: Header;
  readonly created?: boolean;
  readonly canceled?: boolean;
  readonly compact_revision?: number;
  readonly cancel_reason?: string;
  readonly fragment?: boolean;
  readonly events?: WatchedEvent[];
}

/** Values of `Compare.target`. The comparison is for equality, which is 0 on the wire. */
export const TARGET = { version: 0, modRevision: 2 } as const;

/** The type of an event that is a deletion. */
export const DELETED = 1;

type Declared = readonly [number: number, name: string, type: Field['type'], repeated?: 'repeated'];

function message(...fields: Declared[]): Message {
  return new Message(fields.map(([number, name, type, repeated]) => ({ number, name, type, repeated: !!repeated })));
}

const HEADER = message([3, 'revision', 'number']);
const KEY_VALUE = message(
  [1, 'key', 'bytes'],
  [2, 'create_revision', 'number'],
  [3, 'mod_revision', 'number'],
  [4, 'version', 'number'],
  [5, 'value', 'bytes'],
  [6, 'lease', 'id'],
);
const RANGE = message(
  [1, 'key', 'bytes'],
  [2, 'range_end', 'bytes'],
  [3, 'limit', 'number'],
  [4, 'revision', 'number'],
  [9, 'count_only', 'bool'],
);
const RANGED = message(
  [1, 'header', HEADER],
  [2, 'kvs', KEY_VALUE, 'repeated'],
  [3, 'more', 'bool'],
  [4, 'count', 'number'],
);
const PUT = message([1, 'key', 'bytes'], [2, 'value', 'bytes'], [3, 'lease', 'id']);
const DELETE_RANGE = message([1, 'key', 'bytes'], [2, 'range_end', 'bytes']);
const REQUEST_OP = message(
  [1, 'request_range', RANGE],
  [2, 'request_put', PUT],
  [3, 'request_delete_range', DELETE_RANGE],
);
const COMPARE = message(
  [2, 'target', 'number'],
  [3, 'key', 'bytes'],
  [4, 'version', 'number'],
  [6, 'mod_revision', 'number'],
);
const TXN = message(
  [1, 'compare', COMPARE, 'repeated'],
  [2, 'success', REQUEST_OP, 'repeated'],
  [3, 'failure', REQUEST_OP, 'repeated'],
);
const TXN_DONE = message(
  [1, 'header', HEADER],
  [2, 'succeeded', 'bool'],
  [3, 'responses', message([1, 'response_range', RANGED]), 'repeated'],
);
const EVENT = message([1, 'type', 'number'], [2, 'kv', KEY_VALUE], [3, 'prev_kv', KEY_VALUE]);
const WATCH_CREATE = message(
  [1, 'key', 'bytes'],
  [2, 'range_end', 'bytes'],
  [3, 'start_revision', 'number'],
  [6, 'prev_kv', 'bool'],
  [8, 'fragment', 'bool'],
);

/** A method of etcd with the messages it takes and answers. */
export interface Method {
  readonly path: string;
  readonly request: Message;
  readonly response: Message;
}

/** The methods that this engine calls. */
export const METHODS = {
  range: { path: '/etcdserverpb.KV/Range', request: RANGE, response: RANGED },
  txn: { path: '/etcdserverpb.KV/Txn', request: TXN, response: TXN_DONE },
  compact: {
    path: '/etcdserverpb.KV/Compact',
    request: message([1, 'revision', 'number']),
    response: message([1, 'header', HEADER]),
  },
  grant: {
    path: '/etcdserverpb.Lease/LeaseGrant',
    request: message([1, 'TTL', 'number']),
    response: message([2, 'ID', 'id'], [3, 'TTL', 'number']),
  },
  timeToLive: {
    path: '/etcdserverpb.Lease/LeaseTimeToLive',
    request: message([1, 'ID', 'id']),
    response: message([3, 'TTL', 'number']),
  },
  status: {
    path: '/etcdserverpb.Maintenance/Status',
    request: message(),
    response: message([2, 'version', 'string'], [3, 'dbSize', 'number']),
  },
  watch: {
    path: '/etcdserverpb.Watch/Watch',
    request: message([1, 'create_request', WATCH_CREATE]),
    response: message(
      [1, 'header', HEADER],
      [3, 'created', 'bool'],
      [4, 'canceled', 'bool'],
      [5, 'compact_revision', 'number'],
      [6, 'cancel_reason', 'string'],
      [7, 'fragment', 'bool'],
      [11, 'events', EVENT, 'repeated'],
    ),
  },
} as const satisfies Record<string, Method>;
