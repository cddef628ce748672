import type { KindCounts } from '../../api/count-objects.js';
import { latestChanges } from '../../api/latest-changes.js';
import { latestWarnings, warningTime } from '../../api/latest-warnings.js';
import { countText } from '../../model/figures.js';
import { fragmentOf } from '../../router.js';
import { ageOf } from '../../ui/age.js';
import { Failure, Loading } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Renders the newest warnings of all namespaces. */
export function LatestWarnings() {
  const { api } = useSession();
  const { value, error, reload } = useLoaded((signal) => latestWarnings(api, signal), [api]);
  const all = fragmentOf({ view: 'table', group: '', resource: 'events', namespace: '' });
  return (
    <section class="panel" aria-label="Latest warnings">
      <header class="bar">
        <h2>Latest warnings</h2>
        <span class="grow" />
        <a href={all}>All events</a>
        <button type="button" onClick={reload}>
          Read again
        </button>
      </header>
      {error && <Failure error={error} />}
      {!value && !error && <Loading what="warnings" />}
      {value?.warnings.length === 0 && <p class="muted">There are none.</p>}
      <ul class="feed">
        {value?.warnings.map((event) => (
          <li key={event.metadata.uid}>
            <span class="state warned">{event.reason}</span> <strong>{involvedText(event.involvedObject)}</strong>{' '}
            <span class="muted small">
              {ageOf(warningTime(event))} ago{(event.count ?? 1) > 1 && `, ${event.count} times`}
            </span>
            <p>{event.message}</p>
          </li>
        ))}
      </ul>
      {value?.isCut && (
        <p class="muted small">
          The newest of {countText(value.read)} that were read; there are more, which may be newer.
        </p>
      )}
    </section>
  );
}

function involvedText({
  kind = '',
  name = '',
  namespace,
}: { kind?: string; name?: string; namespace?: string } = {}): string {
  return `${kind} ${namespace ? `${namespace}/` : ''}${name}`;
}

/** Renders the objects that were written last. */
export function LatestChanges({ counts }: { readonly counts: KindCounts }) {
  const { api } = useSession();
  // The counts change all the time; they are used as they are when this is read.
  const { value, isLoading, reload } = useLoaded((signal) => latestChanges(api, counts.counts, signal), [api]);
  return (
    <section class="panel" aria-label="Latest changes">
      <header class="bar">
        <h2>Latest changes</h2>
        <span class="grow" />
        <button type="button" onClick={reload}>
          Read again
        </button>
      </header>
      {!value && isLoading && <Loading what="metadata" />}
      {value?.changes.length === 0 && <p class="muted">There are none that you may read.</p>}
      <ul class="feed">
        {value?.changes.map(({ resource, namespace, name, time, isNew, manager }) => (
          <li key={`${resource.group}/${resource.resource}/${namespace}/${name}`}>
            <span class={`event ${isNew ? 'added' : 'modified'}`}>{isNew ? 'created' : 'changed'}</span>{' '}
            <a
              href={fragmentOf({
                ...{ view: 'object', group: resource.group, resource: resource.resource },
                ...{ namespace, name, tab: 'details' },
              })}
            >
              {namespace === '' ? name : `${namespace}/${name}`}
            </a>{' '}
            <span class="muted small">
              {resource.kind}, {ageOf(time)} ago{manager !== '' && ` by ${manager}`}
            </span>
          </li>
        ))}
      </ul>
      <p class="muted small">
        By the metadata of objects that are there; deletions are in the watch log of a collection.
        {value &&
          value.leftOut.length > 0 &&
          ` Left out, for their number or your rights: ${value.leftOut.join(', ')}.`}
      </p>
    </section>
  );
}
