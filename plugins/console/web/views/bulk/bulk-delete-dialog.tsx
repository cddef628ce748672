import { useState } from 'preact/hooks';
import { kubectl, resourceName } from '../../actions/kubectl.js';
import type { Resource } from '../../api/discovery.js';
import { type Row, keyOf } from '../../model/table-model.js';
import { CopyCommand } from '../../ui/copy-command.js';
import { Dialog } from '../../ui/parts.js';
import { TableHead } from '../../ui/table-head.js';
import { type BulkDelete, type Deletion, useBulkDelete } from './use-bulk-delete.js';

const POLICIES = { Background: 'with what they own', Foreground: 'after what they own', Orphan: 'alone' } as const;

/** Deletes the selected objects after a dry run that shows which deletions the server rejects. */
export function BulkDeleteDialog({
  resource,
  rows,
  onClose,
}: {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  /** Called with true where objects were deleted. */
  readonly onClose: (hasDeleted: boolean) => void;
}) {
  const [policy, setPolicy] = useState('Background');
  // The rows that the dialog was opened for: the table goes on changing.
  const [chosen] = useState(rows);
  const bulk = useBulkDelete(resource, chosen, policy);
  const { phase, deletions, run } = bulk;
  const accepted = chosen.filter((row) => deletions.get(keyOf(row))?.step === 'accepted in a dry run').length;
  const close = (): void => onClose(phase === 'deleting' || phase === 'done');
  return (
    <Dialog title={`Delete ${chosen.length} ${resource.resource}?`} onClose={close}>
      <fieldset disabled={phase !== 'trying' && phase !== 'tried'}>
        <legend>Delete them</legend>
        {Object.entries(POLICIES).map(([value, text]) => (
          <label key={value}>
            <input type="radio" name="policy" checked={policy === value} onChange={() => setPolicy(value)} /> {text}
          </label>
        ))}
      </fieldset>
      <p role="status">{progressText(bulk, chosen.length, accepted)}</p>
      <Results rows={chosen} deletions={deletions} />
      {commandsOf(resource, chosen).map((command) => (
        <CopyCommand key={command} title="With kubectl" command={command} />
      ))}
      <div class="bar">
        {phase !== 'done' && (
          <button type="button" class="danger" disabled={phase !== 'tried' || accepted === 0} onClick={run}>
            Delete {accepted}
          </button>
        )}
        <button type="button" onClick={close} autofocus>
          {phase === 'done' ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Dialog>
  );
}

function progressText({ phase, deletions }: BulkDelete, total: number, accepted: number): string {
  const count = (step: Deletion['step']): number => [...deletions.values()].filter((each) => each.step === step).length;
  if (phase === 'trying') return `Dry run: ${deletions.size} of ${total}`;
  if (phase === 'tried') return `The server would accept ${accepted} of ${total} deletions.`;
  const rejected = count('rejected') + count('rejected in a dry run');
  return `${count('deleted')} deleted, ${rejected} rejected${phase === 'deleting' ? ` of ${total} …` : '.'}`;
}

function Results({
  rows,
  deletions,
}: {
  readonly rows: readonly Row[];
  readonly deletions: ReadonlyMap<string, Deletion>;
}) {
  return (
    <div class="table-scroll short" tabIndex={0}>
      <table>
        <TableHead names={['Object', 'Deletion']} />
        <tbody>
          {rows.map((row) => {
            const { name, namespace } = row.object.metadata;
            const deletion = deletions.get(keyOf(row));
            return (
              <tr key={keyOf(row)}>
                <td class="wrap">{namespace === undefined ? name : `${namespace}/${name}`}</td>
                <td class="wrap">
                  <span class={deletion?.error ? 'state bad' : 'state'}>{deletion?.step ?? '…'}</span>{' '}
                  {deletion?.error && `${deletion.error.code} ${deletion.error.reason}: ${deletion.error.message}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Commands that are shown at most. */
const MOST_COMMANDS = 3;

/** Returns a command for each namespace. */
function commandsOf({ group, resource }: Resource, rows: readonly Row[]): string[] {
  const byNamespace = new Map<string | undefined, string[]>();
  for (const { object } of rows) {
    const { namespace, name } = object.metadata;
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), name]);
  }
  return [...byNamespace].slice(0, MOST_COMMANDS).map(([namespace, names]) => {
    const place = namespace === undefined ? [] : ['--namespace', namespace];
    return kubectl('delete', resourceName(group, resource), ...names, ...place);
  });
}
