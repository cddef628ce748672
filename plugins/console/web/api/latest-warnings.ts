import type { Api } from './api.js';
import type { ApiObject } from './objects.js';

/** An event of the core group. */
export interface WarningEvent extends ApiObject {
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string;
  readonly eventTime?: string;
  readonly series?: { readonly lastObservedTime?: string };
  readonly involvedObject?: { readonly kind?: string; readonly name?: string; readonly namespace?: string };
}

/** The newest warnings. */
export interface LatestWarnings {
  readonly warnings: readonly WarningEvent[];
  /** Warnings that were looked at. */
  readonly read: number;
  /** True where there are more, which may be newer. */
  readonly isCut: boolean;
}

const PAGE = '500';
/** Lists are by name: the newest are found among so many warnings. */
const MOST_READ = 5000;
const SHOWN = 8;

/** Reads the newest events of the type Warning. Throws ApiError. */
export async function latestWarnings(api: Api, signal: AbortSignal): Promise<LatestWarnings> {
  let warnings: WarningEvent[] = [];
  let read = 0;
  let next = '';
  do {
    const query = { fieldSelector: 'type=Warning', limit: PAGE, continue: next };
    const page = await api.json<EventPage>({ path: '/api/v1/events', query, signal });
    read += page.items?.length ?? 0;
    warnings = [...warnings, ...(page.items ?? [])]
      .sort((a, b) => warningTime(b).localeCompare(warningTime(a)))
      .slice(0, SHOWN);
    next = page.metadata?.continue ?? '';
  } while (next !== '' && read < MOST_READ);
  return { warnings, read, isCut: next !== '' };
}

interface EventPage {
  readonly items: WarningEvent[] | null;
  readonly metadata?: { readonly continue?: string };
}

/** Returns when an event was seen last. */
export function warningTime({ series, lastTimestamp, eventTime, metadata }: WarningEvent): string {
  return series?.lastObservedTime || lastTimestamp || eventTime || metadata.creationTimestamp || '';
}
