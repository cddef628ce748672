import { useState } from 'preact/hooks';
import { type DrainChoices, type PlannedPod, drainCommand } from '../../actions/drain.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import { DRAIN } from '../../actions/node-actions.js';
import { CopyCommand } from '../../ui/copy-command.js';
import { Dialog, Failure, Loading } from '../../ui/parts.js';
import { TableHead } from '../../ui/table-head.js';
import { type Drain, type Eviction, useDrain } from './use-drain.js';

/** Takes the pods from a node: shows which, tries their evictions, and evicts them. */
export function DrainDialog({ target, onClose }: { readonly target: ActionTarget; readonly onClose: () => void }) {
  const [choices, setChoices] = useState<DrainChoices>({ force: false, deletesEmptyDir: false });
  const drain = useDrain(target, choices);
  return (
    <Dialog title={`Drain ${target.object.metadata.name}`} onClose={onClose}>
      <p>Cordons the node and evicts its pods. Disruption budgets are respected: what they do not allow is rejected.</p>
      <fieldset>
        <legend>Evict also</legend>
        <Choice
          text="pods that no controller creates again"
          isChosen={choices.force}
          onChoose={(force) => setChoices({ ...choices, force })}
        />
        <Choice
          text="pods with emptyDir volumes, whose data is lost"
          isChosen={choices.deletesEmptyDir}
          onChoose={(deletesEmptyDir) => setChoices({ ...choices, deletesEmptyDir })}
        />
      </fieldset>
      {drain.error && <Failure error={drain.error} />}
      {!drain.plan && !drain.error && <Loading what="the pods of the node" />}
      {drain.plan && <Plan plan={drain.plan} evictions={drain.evictions} />}
      <CopyCommand title="With kubectl" command={drainCommand(target, choices)} />
      <DrainButtons drain={drain} onClose={onClose} />
    </Dialog>
  );
}

function DrainButtons({ drain, onClose }: { readonly drain: Drain; readonly onClose: () => void }) {
  const { plan = [], evictions, isRunning, hasBegun } = drain;
  const isBlocked = plan.some(({ blocked }) => blocked !== undefined);
  const rejected = [...evictions.values()].filter(({ step }) => step === 'rejected').length;
  const isDone = hasBegun && !isRunning && rejected === 0 && !drain.error;
  return (
    <div class="bar">
      {!isDone && (
        <button type="button" class="primary" disabled={!drain.plan || isBlocked || isRunning} onClick={drain.run}>
          {hasBegun ? 'Try the rejected ones again' : DRAIN}
        </button>
      )}
      <button type="button" onClick={onClose}>
        {hasBegun ? 'Close' : 'Cancel'}
      </button>
      <span class="muted small" role="status">
        {isDone && 'Every eviction was accepted.'}
        {isBlocked && 'Choose above what may be evicted also.'}
        {hasBegun && rejected > 0 && `${rejected} rejected: the reasons are in the list.`}
      </span>
    </div>
  );
}

function Choice({
  text,
  isChosen,
  onChoose,
}: {
  readonly text: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.currentTarget.checked)} /> {text}
    </label>
  );
}

function Plan({
  plan,
  evictions,
}: {
  readonly plan: readonly PlannedPod[];
  readonly evictions: ReadonlyMap<string, Eviction>;
}) {
  if (plan.length === 0) return <p class="notice">No pods are on the node.</p>;
  return (
    <div class="table-scroll short">
      <table>
        <TableHead names={['Pod', 'Eviction']} />
        <tbody>
          {plan.map((planned) => (
            <tr key={planned.pod.metadata.uid}>
              <td>
                {planned.pod.metadata.namespace}/{planned.pod.metadata.name}
              </td>
              <td class="wrap">
                <EvictionText planned={planned} eviction={evictions.get(planned.pod.metadata.uid ?? '')} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EvictionText({
  planned: { skipped, blocked },
  eviction,
}: {
  readonly planned: PlannedPod;
  readonly eviction: Eviction | undefined;
}) {
  if (skipped !== undefined) return <span class="muted">left: {skipped}</span>;
  if (eviction?.error) {
    const { code, reason, message, causes } = eviction.error;
    return (
      <>
        <span class="state bad">{eviction.step}</span> {code} {reason}: {message}
        {causes.map((cause) => (
          <div key={cause.message}>{cause.message}</div>
        ))}
      </>
    );
  }
  if (blocked !== undefined && eviction?.step !== 'gone')
    return <span class="warning">not without a choice: {blocked}</span>;
  return <span class={eviction?.step === 'gone' ? 'state good' : 'state'}>{eviction?.step ?? '…'}</span>;
}
