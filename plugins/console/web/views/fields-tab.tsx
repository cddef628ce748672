import { useMemo, useState } from 'preact/hooks';
import type { ApiObject } from '../api/objects.js';
import { ownedFields } from '../model/managed-fields.js';
import { TableHead } from '../ui/table-head.js';
import { ageOf } from '../ui/age.js';
import { Empty } from '../ui/parts.js';

/** Renders the fields of an object with the managers that own them. */
export function FieldsTab({ object }: { readonly object: ApiObject }) {
  const entries = object.metadata.managedFields ?? [];
  const [chosen, setChosen] = useState<number | undefined>();
  const fields = useMemo(() => ownedFields(entries), [object]);
  const shown = chosen === undefined ? fields : fields.filter(({ owners }) => owners.includes(chosen));
  if (entries.length === 0)
    return <Empty title="Nobody owns a field">The object was written without tracking of owners.</Empty>;
  return (
    <>
      <ul class="managers">
        {entries.map(({ manager, operation, subresource, time }, index) => (
          <li key={index}>
            <button
              type="button"
              class={`manager hue-${index % 6}`}
              aria-pressed={chosen === index}
              onClick={() => setChosen(chosen === index ? undefined : index)}
            >
              <strong>{manager}</strong> {operation}
              {subresource && ` of ${subresource}`} <span class="muted">{ageOf(time)} ago</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="table-scroll">
        <table>
          <TableHead names={['Field', 'Owners']} />
          <tbody>
            {shown.map(({ path, owners }) => (
              <tr key={path}>
                <td class="mono">{path}</td>
                <td>
                  {owners.map((owner) => (
                    <span key={owner} class={`owner hue-${owner % 6}`}>
                      {entries[owner].manager}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
