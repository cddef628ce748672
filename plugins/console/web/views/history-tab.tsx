import { TableHead } from '../ui/table-head.js';
import { useState } from 'preact/hooks';
import type { Resource } from '../api/discovery.js';
import { type HistoryChange, type HistoryTarget, readHistory, readStateAt } from '../api/history.js';
import { keepDraft } from '../model/draft.js';
import { withoutFormerLife, withoutOwners } from '../model/yaml-text.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';
import { DiffView } from './diff-view.js';

interface Compared {
  readonly revision: number;
  readonly before: string;
  readonly after: string;
}

/** Renders the changes of an object, what each of them did, and the way back from a deletion. */
export function HistoryTab({
  version,
  ...target
}: HistoryTarget & { readonly version: string | undefined; readonly resource: Resource }) {
  const { api, go, say } = useSession();
  const [compared, setCompared] = useState<Compared | undefined>();
  const { value, error } = useLoaded((signal) => readHistory(api, target, signal), [api, target.name, version]);
  if (error) return <Failure error={error} />;
  if (!value) return <Loading what="history" />;
  const { items, metadata } = value;
  if (items.length === 0)
    return <Empty title="No change is kept">History begins at revision {metadata.keptSince}.</Empty>;
  const stateOf = async (change: HistoryChange | undefined): Promise<string> =>
    !change || change.type === 'delete' ? '' : withoutOwners(await readStateAt(api, target, String(change.revision)));
  const compare = (index: number): void => {
    const [after, before] = [items[index], items[index + 1]];
    Promise.all([stateOf(before), stateOf(after)]).then(
      (texts) => setCompared({ revision: after.revision, before: texts[0], after: texts[1] }),
      (fault: Error) => say(fault.message, 'bad'),
    );
  };
  const createAgain = async (): Promise<void> => {
    const { resource, namespace } = target;
    keepDraft(withoutFormerLife(await readStateAt(api, target, 'deleted'), resource.hasStatus));
    go({ view: 'object', group: resource.group, resource: resource.resource, namespace, name: '+', tab: 'new' });
  };
  return (
    <>
      {items[0].type === 'delete' && (
        <div class="bar">
          <button
            type="button"
            class="primary"
            onClick={() => void createAgain().catch((fault: Error) => say(fault.message, 'bad'))}
          >
            Create it again
          </button>
          <span class="muted small">Opens the last state in the editor; nothing is stored yet.</span>
        </div>
      )}
      <Changes items={items} chosen={compared?.revision} onChoose={compare} />
      {compared && <DiffView before={compared.before} after={compared.after} />}
      <p class="muted small">
        Kept from revision {metadata.keptSince} on{metadata.continue && '; there are older changes'}. Managers are not
        users: the audit log names these.
      </p>
    </>
  );
}

function Changes({
  items,
  chosen,
  onChoose,
}: {
  readonly items: readonly HistoryChange[];
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}) {
  return (
    <div class="table-scroll">
      <table>
        <TableHead names={['Revision', 'Event', 'When', 'Managers', 'Changes']} />
        <tbody>
          {items.map(({ revision, type, time, timeSource, writers, changes = [] }, index) => (
            <tr
              key={revision}
              tabIndex={0}
              aria-selected={revision === chosen}
              onClick={() => onChoose(index)}
              onKeyDown={(event) => event.key === 'Enter' && onChoose(index)}
            >
              <td class="number">{revision}</td>
              <td>
                <span class={`event ${EVENT_CLASS[type]}`}>{type}</span>
              </td>
              <td>{time ? `${timeSource === 'object' ? '~' : ''}${new Date(time).toLocaleString()}` : 'unknown'}</td>
              <td>
                {writers
                  .map(({ manager, subresource }) => (subresource ? `${manager} (${subresource})` : manager))
                  .join(', ')}
              </td>
              <td class="mono" title={changes.join('\n')}>
                {shortened(changes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const EVENT_CLASS = { create: 'added', update: 'modified', delete: 'deleted' } as const;

/** Changes that a row names. */
const SHOWN = 2;

function shortened(changes: readonly string[]): string {
  const others = changes.length - SHOWN;
  return `${changes.slice(0, SHOWN).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
