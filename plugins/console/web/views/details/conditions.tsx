import type { ApiObject } from '../../api/objects.js';
import { type Condition, conditionsOf, isTrouble } from '../../model/conditions.js';
import { ageOf } from '../../ui/age.js';
import { TableHead } from '../../ui/table-head.js';

/** Renders the conditions in the status of an object. */
export function Conditions({ object }: { readonly object: ApiObject }) {
  const conditions = conditionsOf(object);
  if (conditions.length === 0) return null;
  return (
    <section aria-label="Conditions">
      <h2>Conditions</h2>
      <div class="table-scroll">
        <table>
          <TableHead names={['Type', 'Status', 'Reason', 'Message', 'Since']} />
          <tbody>
            {conditions.map((condition) => (
              <ConditionRow key={condition.type} condition={condition} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ConditionRow({ condition }: { readonly condition: Condition }) {
  const { type, status, reason, message, since } = condition;
  return (
    <tr>
      <td class="name">{type}</td>
      <td class={isTrouble(condition) ? 'state bad' : 'state'}>{status}</td>
      <td>{reason}</td>
      <td class="wrap">{message}</td>
      <td title={since}>{ageOf(since || undefined)}</td>
    </tr>
  );
}
