import { useEffect, useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { followTable } from '../api/follow-table.js';
import { NO_ROWS, type TableEvent, type TableState } from '../model/table-model.js';
import { useSession } from '../ui/session.js';

/** An event of a watch with the time it came. */
export interface LoggedEvent {
  readonly at: Date;
  readonly event: TableEvent;
}

/** A collection that is followed. */
export interface FollowedTable {
  readonly state: TableState;
  readonly isReady: boolean;
  readonly trouble: ApiError | undefined;
  /** Objects that are not shown, because they are too many. */
  readonly remaining: number | undefined;
  /** The newest events, the newest first. */
  readonly log: readonly LoggedEvent[];
}

const LONGEST_LOG = 200;
const NOTHING: FollowedTable = { state: NO_ROWS, isReady: false, trouble: undefined, remaining: undefined, log: [] };

/** Follows a collection; what arrives within one frame of the screen is shown together. */
export function useTable(path: string): FollowedTable {
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
    const follower = {
      onState: (state: TableState) => change({ state, isReady: true }),
      onEvent: (event: TableEvent) => change({ log: [{ at: new Date(), event }, ...next.log].slice(0, LONGEST_LOG) }),
      onTrouble: (trouble: ApiError | undefined) => trouble !== next.trouble && change({ trouble }),
      onCut: (remaining: number | undefined) => change({ remaining }),
    };
    void followTable({ api, path, follower, signal: controller.signal });
    return () => {
      controller.abort();
      cancelAnimationFrame(frame);
    };
  }, [api, path]);
  return table;
}
