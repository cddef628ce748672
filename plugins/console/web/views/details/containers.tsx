import type { ApiObject } from '../../api/objects.js';
import { containersOf } from '../../model/containers.js';
import { TableHead } from '../../ui/table-head.js';

/** Renders the containers of a pod, or of the template of what creates pods. */
export function Containers({ object }: { readonly object: ApiObject }) {
  const containers = containersOf(object);
  if (containers.length === 0) return null;
  return (
    <section aria-label="Containers">
      <h2>Containers</h2>
      <div class="table-scroll">
        <table>
          <TableHead names={['Name', 'Image', 'State', 'Restarts', 'Ports', 'Resources']} />
          <tbody>
            {containers.map(({ name, kind, image, state, isBad, restarts, ports, resources }) => (
              <tr key={name}>
                <td class="name">
                  {name} {kind !== 'container' && <span class="muted">{kind}</span>}
                </td>
                <td>
                  <code>{image}</code>
                </td>
                <td class={isBad ? 'state bad wrap' : 'wrap'}>{state || 'in the template'}</td>
                <td class="number">{restarts}</td>
                <td>{ports}</td>
                <td class="wrap">{resources}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
