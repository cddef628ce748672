import { type KindCounts, countObjects, listable, qualifiedName } from '../api/count-objects.js';
import type { Group } from '../api/discovery.js';
import type { Reading } from '../model/metrics.js';
import { fragmentOf } from '../router.js';
import { Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';
import { LatestChanges, LatestWarnings } from './overview/latest-lists.js';
import { ObjectCounts } from './overview/object-counts.js';
import { ServerFacts } from './overview/server-facts.js';
import { ServerStats } from './overview/server-stats.js';
import { Verdict } from './overview/verdict.js';
import { useReadings } from './use-readings.js';

/** Renders an overview: whether the server is well, what it does, what there is, and what happened last. */
export function HomeView() {
  const readings = useReadings();
  const counts = useCounts(readings.readings.at(-1), readings.error !== undefined);
  return (
    <>
      <header class="view-head">
        <h1>Overview</h1>
        <Verdict />
      </header>
      <ServerStats readings={readings} />
      <div class="columns">
        {counts ? <ObjectCounts counts={counts} /> : <Loading what="the kinds" />}
        <LatestWarnings />
        {counts && <LatestChanges counts={counts} />}
        <ServerFacts />
      </div>
      <p class="muted">
        <a href={fragmentOf({ view: 'health' })}>Health and latency</a> has the checks and each verb. Press <kbd>?</kbd>{' '}
        for the keys, <kbd>Ctrl</kbd> <kbd>K</kbd> to go to any kind.
      </p>
    </>
  );
}

/** The objects of all kinds: by the metrics, or where the user may not read these, by a request for each kind. */
function useCounts(reading: Reading | undefined, hasNoMetrics: boolean): KindCounts | undefined {
  const { api, groups } = useSession();
  const isCounted = hasNoMetrics && !reading;
  const { value } = useLoaded(
    async (signal) => (isCounted ? countObjects(api, groups, signal) : undefined),
    [api, groups, isCounted],
  );
  if (groups.length === 0) return undefined;
  return reading && reading.objects.size > 0 ? countsOf(reading, groups) : value;
}

function countsOf({ objects }: Reading, groups: readonly Group[]): KindCounts {
  const counts = listable(groups).flatMap((resource) => {
    const count = objects.get(qualifiedName(resource));
    return count === undefined ? [] : [{ resource, count }];
  });
  return { counts, uncounted: [] };
}
