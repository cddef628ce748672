import type { ActionTarget } from '../../actions/kubectl.js';
import { EventsTab } from '../events-tab.js';
import { Conditions } from './conditions.js';
import { Containers } from './containers.js';
import { DataSection } from './data-section.js';
import { RelatedSection } from './related-section.js';
import { Summary } from './summary.js';

/** Renders the state of an object: its columns, conditions, parts, related objects and events. */
export function DetailsTab({ target }: { readonly target: ActionTarget }) {
  const { object } = target;
  return (
    <div class="details">
      <Summary target={target} />
      <Conditions object={object} />
      <Containers object={object} />
      <DataSection target={target} />
      <RelatedSection target={target} />
      <section aria-label="Events">
        <h2>Events</h2>
        <EventsTab object={object} />
      </section>
    </div>
  );
}
