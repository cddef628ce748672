import { Empty } from '../ui/parts.js';
import type { LoggedEvent } from './use-table.js';

/** Renders the events of a watch as they came, the newest first. */
export function WatchLog({ log }: { readonly log: readonly LoggedEvent[] }) {
  return (
    <section class="panel" aria-label="Watch log">
      <h2>Watch log</h2>
      {log.length === 0 ? (
        <Empty title="No event yet">Every change of the collection appears here.</Empty>
      ) : (
        <ol class="log">
          {log.flatMap(({ at, event }) =>
            (event.object.rows ?? []).map(({ object: { metadata } }) => (
              <li key={`${metadata.uid}${metadata.resourceVersion}${event.type}`}>
                <time>{at.toLocaleTimeString()}</time>
                <span class={`event ${event.type.toLowerCase()}`}>{event.type}</span>
                <span>{metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name}</span>
                <span class="muted">{metadata.resourceVersion}</span>
              </li>
            )),
          )}
        </ol>
      )}
    </section>
  );
}
