import type { SecureServerOptions } from 'node:http2';

/** Most header bytes that are read of a request (upstream: MaxHeaderBytes). */
export const MAX_HEADER_BYTES = 1 << 20;
/** Requests at a time on one connection where no other number is asked for: what clients of Go begin with. */
const MAX_STREAMS = 100;
/**
 * Frames of a header block are counted by nghttp2, and nine are taken: of this size they hold the largest headers.
 * Bodies may come in frames of that size too; they are handed on as they arrive.
 */
const MAX_FRAME_BYTES = 128 * 1024;
/** Maximum amount of an unread list in memory; responses are written no faster than they are read. */
const UNREAD_BYTES = 1024 * 1024;
/** More than the pipeline takes, so that it is the one to refuse them. */
const MAX_HEADER_PAIRS = 4096;
const MEBIBYTE = 1024 * 1024;
/** However many streams there may be. */
const MAX_MEBIBYTES = 1024;

/**
 * nghttp2 ends a session with INTERNAL_ERROR once its client has reset 1,000 streams, 33 a second taken off. Node 20 has no setting for
 * it; in later releases SessionWatch alone counts.
 */
const HAS_RESET_SETTINGS = Number.parseInt(process.versions.node) >= 22;
/** More than a connection ever has, of 32 bits. */
const ANY_NUMBER = 2 ** 32 - 1;
/** Where nghttp2 counts, too, a client that cancels honestly is asked to continue over a new connection long before its limit. */
const CANCELLED_ON_NODE_20 = 500;

/** The limits of one HTTP/2 connection. */
export interface SessionLimits {
  /** How long nothing may be under way, and how long an answer may wait for its reader, in milliseconds. */
  readonly idleMs: number;
  /** Requests at a time, whether the client has acknowledged the settings or not. */
  readonly maxStreams: number;
  /** Cancelled requests after which the client is asked to continue over a new connection. */
  readonly maxCancelled: number;
}

/** Returns the limits of each connection; `maxStreams`: the number that is asked for, 0 for the default. */
export function sessionLimits(idleMs: number, maxStreams: number): SessionLimits {
  return {
    idleMs,
    maxStreams: streamsPerConnection(maxStreams),
    maxCancelled: HAS_RESET_SETTINGS ? Infinity : CANCELLED_ON_NODE_20,
  };
}

/** Requests at a time on one connection; `maxStreams`: the number that is asked for, 0 for the default. */
function streamsPerConnection(maxStreams: number): number {
  return maxStreams || MAX_STREAMS;
}

/** Returns the limits of HTTP/2 connections that Node keeps; `maxStreams` as above. */
export function http2Limits(maxStreams: number): SecureServerOptions {
  const maxConcurrentStreams = streamsPerConnection(maxStreams);
  return {
    // New streams are refused beyond: every other one may have an unread answer, and headers.
    maxSessionMemory: Math.min((maxConcurrentStreams * (UNREAD_BYTES + MAX_HEADER_BYTES)) / MEBIBYTE, MAX_MEBIBYTES),
    maxHeaderListPairs: MAX_HEADER_PAIRS,
    ...(HAS_RESET_SETTINGS && { streamResetBurst: ANY_NUMBER, streamResetRate: ANY_NUMBER }),
    settings: { maxConcurrentStreams, maxHeaderListSize: MAX_HEADER_BYTES, maxFrameSize: MAX_FRAME_BYTES },
  };
}
