import type { KindCounts } from '../../api/count-objects.js';
import { countText } from '../../model/figures.js';
import { fragmentOf } from '../../router.js';
import { useState } from 'preact/hooks';

/** Kinds that are shown at first. */
const SHOWN = 10;

/** Renders how many objects there are of each kind, the most first. */
export function ObjectCounts({ counts: { counts, uncounted } }: { readonly counts: KindCounts }) {
  const [areAllShown, setAllShown] = useState(false);
  const present = counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  const most = present[0]?.count ?? 1;
  const shown = areAllShown ? present : present.slice(0, SHOWN);
  return (
    <section class="panel" aria-label="Objects by kind">
      <h2>Objects by kind</h2>
      {present.length === 0 && <p class="muted">No object could be counted.</p>}
      <ul class="bars">
        {shown.map(({ resource, count }) => (
          <li key={`${resource.group}/${resource.resource}`}>
            <a href={fragmentOf({ view: 'table', group: resource.group, resource: resource.resource, namespace: '' })}>
              {resource.resource} <span class="muted small">{resource.group}</span>
            </a>
            <span class="bar-count">{countText(count)}</span>
            <span class="bar-line" aria-hidden="true" style={{ width: `${(count / most) * 100}%` }} />
          </li>
        ))}
      </ul>
      {present.length > SHOWN && (
        <button type="button" aria-expanded={areAllShown} onClick={() => setAllShown(!areAllShown)}>
          {areAllShown ? 'Fewer kinds' : `All ${present.length} kinds`}
        </button>
      )}
      {uncounted.length > 0 && (
        <p class="muted small">
          {uncounted.length} kinds could not be counted: you may not list them in all namespaces (
          {uncounted.slice(0, SHOWN).join(', ')}
          {uncounted.length > SHOWN && ' …'}).
        </p>
      )}
    </section>
  );
}
