import { useEffect, useState } from 'preact/hooks';
import { type FollowTrouble, type ListProgress, followTable } from '../api/follow-table.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { TableFilter } from '../model/table-filter.js';
import type { TableEvent } from '../model/table-model.js';
import { TableRows, wordsOf } from '../model/table-rows.js';
import { useSession } from '../ui/session.js';

/** An event of a watch with the time it came. */
export interface LoggedEvent {
  readonly at: Date;
  readonly event: TableEvent;
}

/** A collection that is followed. */
export interface FollowedTable {
  readonly rows: TableRows;
  readonly progress: ListProgress;
  /** True once the list has been read. */
  readonly isReady: boolean;
  readonly trouble: FollowTrouble | undefined;
  /** When the list was read. */
  readonly readAt: Date | undefined;
  /** The newest events, the newest first. */
  readonly log: readonly LoggedEvent[];
}

/** A collection, or the part of it that a filter finds on the server. */
export interface FollowedPlace {
  readonly resource: Resource;
  readonly namespace: string;
  readonly filter: TableFilter;
  /** Keeps only rows that contain the words of the filter. */
  readonly isSearch: boolean;
  /** Another number reads again. */
  readonly round: number;
}

/** Milliseconds without a letter before a filter is sent to the server. */
const PAUSE_MS = 300;
const LONGEST_LOG = 200;
const NO_PROGRESS: ListProgress = { read: 0, total: undefined, isWhole: false };

/** Follows a collection; nothing without a place. What arrives within one frame of the screen is shown together. */
export function useTable(place: FollowedPlace | undefined): FollowedTable {
  const { api } = useSession();
  const [table, setTable] = useState(nothing);
  const { labelSelector = '', fieldSelector = '' } = place?.filter ?? {};
  const words = place?.isSearch ? place.filter.text : '';
  const path = place && pathOf(place.resource, place.namespace);
  useEffect(() => {
    const controller = new AbortController();
    const { change, stop, current } = shownByFrames(setTable);
    setTable(current());
    if (!place || path === undefined) return;
    const { rows } = current();
    const kept = wordsOf(words);
    const follower = {
      onRows: () => change({}),
      onProgress: (progress: ListProgress) =>
        change({ progress, ...(progress.isWhole && { isReady: true, readAt: new Date() }) }),
      onEvent: (event: TableEvent) =>
        change({ log: [{ at: new Date(), event }, ...current().log].slice(0, LONGEST_LOG) }),
      onTrouble: (trouble: FollowTrouble | undefined) => trouble !== current().trouble && change({ trouble }),
    };
    const follow = (): void =>
      void followTable({
        ...{ api, path, labelSelector, fieldSelector, rows, follower, signal: controller.signal },
        isWatched: place.resource.verbs.has('watch'),
        keeps: (row) => rows.matches(row, kept),
      });
    const isTyped = labelSelector !== '' || fieldSelector !== '' || words !== '';
    const timer = setTimeout(follow, isTyped ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      controller.abort();
      stop();
    };
  }, [api, path, labelSelector, fieldSelector, words, place?.round]);
  return table;
}

function nothing(): FollowedTable {
  return {
    rows: new TableRows(),
    progress: NO_PROGRESS,
    isReady: false,
    trouble: undefined,
    readAt: undefined,
    log: [],
  };
}

/** Collects changes, and shows them once in each frame. */
function shownByFrames(show: (table: FollowedTable) => void) {
  let next = nothing();
  let frame = 0;
  const change = (parts: Partial<FollowedTable>): void => {
    next = { ...next, ...parts };
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      show(next);
    });
  };
  return { change, stop: () => cancelAnimationFrame(frame), current: () => next };
}
