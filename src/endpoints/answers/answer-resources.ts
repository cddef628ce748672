import { CompressionQueue } from './compression.js';
import { HeadStarts } from './head-starts.js';
import { ListMemo } from './list-memo.js';
import { ViewMemo } from './view-memo.js';
import type { WatchMetrics } from './watch-metrics.js';

/** Bytes of other forms than the stored one that are kept, of all objects together. */
const VIEW_BYTES = 64 << 20;
/** Bytes of joined list items that are kept, of all resources together. */
const LIST_BYTES = 32 << 20;

/**
 * The resources shared by the responses of one server: cached bytes and bounded work. Each server has its own, so that
 * several in one process neither see each other's bytes nor compete for slots.
 */
export class AnswerResources {
  readonly views = new ViewMemo(VIEW_BYTES);
  readonly compression = new CompressionQueue();
  readonly lists = new ListMemo(LIST_BYTES);
  readonly headStarts = new HeadStarts();

  /** `watchMetrics` count the events of watches; nothing does where unset. */
  constructor(readonly watchMetrics?: WatchMetrics) {}
}
