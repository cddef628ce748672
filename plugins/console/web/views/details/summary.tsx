import type { ActionTarget } from '../../actions/kubectl.js';
import { pathOf } from '../../api/discovery.js';
import type { Table } from '../../model/table-model.js';
import { scalarsOf } from '../../model/scalars.js';
import { ageOf } from '../../ui/age.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
/** Columns that the page shows in another place. */
const LEFT_OUT = ['Name', 'Age', 'Namespace', 'Labels'];

/** Renders the columns that the server has for the kind, and the metadata. */
export function Summary({ target: { resource, object } }: { readonly target: ActionTarget }) {
  const { api } = useSession();
  const { name, namespace = '', uid, resourceVersion, creationTimestamp, deletionTimestamp } = object.metadata;
  const { value: cells = [] } = useLoaded(
    async (signal) => {
      const path = pathOf(resource, namespace, name);
      return cellsOf(await api.json<Table>({ path, accept: AS_TABLE, query: { includeObject: 'None' }, signal }));
    },
    [api, uid, resourceVersion],
  );
  return (
    <section aria-label="Summary">
      <dl class="details-facts">
        {cells.map(([title, text, isState]) => (
          <Fact key={title} title={title} text={text} isState={isState} />
        ))}
        <Fact title="Created" text={creationTimestamp ? `${ageOf(creationTimestamp)} ago, ${creationTimestamp}` : ''} />
        {deletionTimestamp && (
          <Fact
            title="Being deleted"
            text={`since ${deletionTimestamp}${finalizersText(object.metadata.finalizers)}`}
            isState
          />
        )}
        {scalarsOf(object, 'status').map(([title, text]) => (
          <Fact key={`status.${title}`} title={`status.${title}`} text={text} />
        ))}
      </dl>
      <Members title="Labels" members={object.metadata.labels} />
      <Members title="Annotations" members={object.metadata.annotations} isFolded />
    </section>
  );
}

function Fact({ title, text, isState }: { readonly title: string; readonly text: string; readonly isState?: boolean }) {
  if (text === '') return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd class={isState ? 'state' : ''}>{text}</dd>
    </div>
  );
}

function Members({
  title,
  members = {},
  isFolded = false,
}: {
  readonly title: string;
  readonly members: Readonly<Record<string, string>> | undefined;
  readonly isFolded?: boolean;
}) {
  const all = Object.entries(members);
  if (all.length === 0) return null;
  return (
    <details class="members" open={!isFolded}>
      <summary>
        {title} <span class="muted">{all.length}</span>
      </summary>
      <ul>
        {all.map(([name, value]) => (
          <li key={name}>
            <code>{name}</code>: <span class="value">{value}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function finalizersText(finalizers: readonly string[] = []): string {
  return finalizers.length === 0 ? '' : `; waits for finalizers: ${finalizers.join(', ')}`;
}

function cellsOf({ columnDefinitions, rows }: Table): [title: string, text: string, isState: boolean][] {
  const cells = rows?.[0]?.cells ?? [];
  return (columnDefinitions ?? []).flatMap(({ name }, index) => {
    const cell = cells[index];
    if (LEFT_OUT.includes(name) || cell === null || cell === undefined || cell === '<none>') return [];
    return [[name, String(cell), name === 'Status' || name === 'Phase']];
  });
}
