import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { followTable } from '../api/follow-table.js';
import { NO_ROWS, type TableEvent, type TableState, wordsOf } from '../model/table-model.js';
import { useSession } from '../ui/session.js';

/** An event of a watch with the time it came. */
export interface LoggedEvent {
  readonly at: Date;
  readonly event: TableEvent;
}

/** A collection that is followed. */
export interface FollowedTable {
  readonly state: TableState;
  /** True once the list has been read. */
  readonly isReady: boolean;
  readonly trouble: ApiError | undefined;
  /** Objects that are not shown, because they are too many. */
  readonly remaining: number | undefined;
  /** The newest events, the newest first. */
  readonly log: readonly LoggedEvent[];
}

/** Milliseconds without a letter before a text is looked for. */
const PAUSE_MS = 250;
const LONGEST_LOG = 200;
const NOTHING: FollowedTable = { state: NO_ROWS, isReady: false, trouble: undefined, remaining: undefined, log: [] };

/**
 * Follows a collection, or the rows of it that contain all words of a text; nothing without a path. What arrives within one frame
 * of the screen is shown together.
 */
export function useTable(path: string | undefined, text = ''): FollowedTable {
  const { api } = useSession();
  const [table, setTable] = useState(NOTHING);
  useEffect(() => {
    const controller = new AbortController();
    let next: FollowedTable = NOTHING;
    let frame = 0;
    const change = (parts: Partial<FollowedTable>): void => {
      next = { ...next, ...parts };
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setTable(next);
      });
    };
    setTable(NOTHING);
    if (path === undefined) return;
    const follower = {
      onState: (state: TableState, isReady: boolean) => change({ state, isReady }),
      onEvent: (event: TableEvent) => change({ log: [{ at: new Date(), event }, ...next.log].slice(0, LONGEST_LOG) }),
      onTrouble: (trouble: ApiError | undefined) => trouble !== next.trouble && change({ trouble }),
      onCut: (remaining: number | undefined) => change({ remaining }),
    };
    const follow = (): void =>
      void followTable({ api, path, words: wordsOf(text), follower, signal: controller.signal });
    // A text is typed letter by letter.
    const timer = setTimeout(follow, text === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, [api, path, text]);
  return table;
}
