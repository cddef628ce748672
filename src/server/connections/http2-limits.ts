import type { SecureServerOptions } from 'node:http2';
import { MAX_HEADER_BYTES } from './connection-guard.js';

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

/** The limits of HTTP/2 connections that Node keeps; `maxStreams`: requests at a time, 0 for the default. */
export function http2Limits(maxStreams: number): SecureServerOptions {
  const maxConcurrentStreams = maxStreams || MAX_STREAMS;
  return {
    // New streams are refused beyond: every other one may have an answer that nobody reads, and headers.
    maxSessionMemory: Math.min((maxConcurrentStreams * (UNREAD_BYTES + MAX_HEADER_BYTES)) / MEBIBYTE, MAX_MEBIBYTES),
    maxHeaderListPairs: MAX_HEADER_PAIRS,
    settings: { maxConcurrentStreams, maxHeaderListSize: MAX_HEADER_BYTES, maxFrameSize: MAX_FRAME_BYTES },
  };
}
