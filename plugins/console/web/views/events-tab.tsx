import type { ApiObject } from '../api/objects.js';
import { readMost } from '../api/read-all.js';
import { ageOf } from '../ui/age.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { TableHead } from '../ui/table-head.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

interface CoreEvent extends ApiObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly count?: number;
  readonly lastTimestamp?: string;
  readonly eventTime?: string;
  readonly reportingComponent?: string;
  readonly source?: { readonly component?: string };
}

/** Renders the events about an object, the newest first. */
export function EventsTab({ object }: { readonly object: ApiObject }) {
  const { api } = useSession();
  const { namespace = 'default', uid = '' } = object.metadata;
  const { value, error, reload } = useLoaded(
    async (signal) => {
      const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`;
      const query = { fieldSelector: `involvedObject.uid=${uid}` };
      const { items, isCut } = await readMost(api, { path, query, signal });
      return { events: [...items].sort((a: CoreEvent, b: CoreEvent) => timeOf(b).localeCompare(timeOf(a))), isCut };
    },
    [api, uid],
  );
  if (error) return <Failure error={error} />;
  if (!value) return <Loading what="events" />;
  const again = (
    <button type="button" onClick={reload}>
      Read again
    </button>
  );
  if (value.events.length === 0) return <Empty title="No events">{again}</Empty>;
  return (
    <>
      <div class="bar">
        {again}
        {value.isCut && <span class="warning">There are more than these {value.events.length} events.</span>}
      </div>
      <div class="table-scroll">
        <table>
          <TableHead names={['Age', 'Type', 'Reason', 'Message', 'From', 'Count']} />
          <tbody>
            {value.events.map((event: CoreEvent) => (
              <tr key={event.metadata.uid}>
                <td>{ageOf(timeOf(event))}</td>
                <td class={event.type === 'Warning' ? 'state warned' : 'state'}>{event.type}</td>
                <td>{event.reason}</td>
                <td class="wrap">{event.message}</td>
                <td class="muted">{event.reportingComponent || event.source?.component}</td>
                <td class="number">{event.count ?? 1}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function timeOf({ lastTimestamp, eventTime, metadata }: CoreEvent): string {
  return lastTimestamp || eventTime || metadata.creationTimestamp || '';
}
