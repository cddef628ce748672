import { useState } from 'preact/hooks';
import type { Action } from '../../actions/action.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import { replicasOf } from '../../actions/workload-actions.js';
import type { ApiError } from '../../api/api-error.js';
import { CopyCommand } from '../../ui/copy-command.js';
import { Dialog, Failure } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { DryRunResult } from './dry-run-result.js';
import { asWrite, useDryRun } from './use-dry-run.js';

/** More replicas than a cluster has room for are a slip of the keyboard. */
const MOST_REPLICAS = 100_000;

/** Does an action after a dry run that shows what it changes. */
export function ActionDialog({
  action,
  target,
  onClose,
}: {
  readonly action: Action;
  readonly target: ActionTarget;
  readonly onClose: () => void;
}) {
  // The object that the dialog was opened for: it may change while it is read.
  const [subject] = useState(target);
  const [replicas, setReplicas] = useState(replicasOf(target));
  const isValid = Number.isInteger(replicas) && replicas >= 0 && replicas <= MOST_REPLICAS;
  const dryRun = useDryRun(isValid ? action.request(subject, replicas) : undefined, String(replicas));
  const { error, isSending, send } = useSending({ action, subject, replicas, onClose });
  return (
    <Dialog title={`${action.title} ${subject.object.metadata.name}`} onClose={onClose}>
      <p>{action.explanation}</p>
      {action.takesReplicas && <ReplicasField replicas={replicas} onReplicas={setReplicas} />}
      {!isValid && <p class="failure-text">A whole number from 0 to {MOST_REPLICAS}</p>}
      {isValid && !error && <DryRunResult dryRun={dryRun} before={subject.object} />}
      {error && <Failure error={error} />}
      <CopyCommand title="With kubectl" command={action.command(subject, replicas)} />
      <div class="bar">
        <button type="button" class="primary" disabled={!dryRun.result || isSending} onClick={send}>
          {action.title}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function useSending({
  action,
  subject,
  replicas,
  onClose,
}: {
  readonly action: Action;
  readonly subject: ActionTarget;
  readonly replicas: number;
  readonly onClose: () => void;
}) {
  const { api, say } = useSession();
  const [error, setError] = useState<ApiError | undefined>();
  const [isSending, setSending] = useState(false);
  const attempt = async (): Promise<void> => {
    setSending(true);
    setError(undefined);
    try {
      await api.json(asWrite(action.request(subject, replicas), false));
      say(`${action.title}: ${subject.object.metadata.name}`);
      onClose();
    } catch (fault) {
      setError(fault as ApiError);
    } finally {
      setSending(false);
    }
  };
  return { error, isSending, send: () => void attempt() };
}

function ReplicasField({
  replicas,
  onReplicas,
}: {
  readonly replicas: number;
  readonly onReplicas: (replicas: number) => void;
}) {
  return (
    <label class="field">
      Replicas{' '}
      <input
        type="number"
        name="replicas"
        min="0"
        max={MOST_REPLICAS}
        value={replicas}
        autofocus
        onInput={(event) => onReplicas(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
