import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Action, pathTo } from '../../actions/action.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import type { ApiRequest } from '../../api/api.js';
import { ApiError } from '../../api/api-error.js';
import type { ApiObject } from '../../api/objects.js';
import { CopyCommand } from '../../ui/copy-command.js';
import { Dialog, Failure, Loading } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { DryRunResult } from './dry-run-result.js';
import { asWrite, useDryRun } from './use-dry-run.js';

/** More replicas than a cluster has room for are a slip of the keyboard. */
const MOST_REPLICAS = 100_000;

/** An action, and the object that it is about. */
interface DialogParts {
  readonly action: Action;
  readonly target: ActionTarget;
  readonly onClose: () => void;
}

/** Does an action after a dry run that shows what it changes. */
export function ActionDialog(parts: DialogParts) {
  const { action, target, onClose } = parts;
  // The object that the dialog was opened for: it may change while it is read.
  const [subject] = useState(() => ({ ...target }));
  return (
    <Dialog title={`${action.title} ${target.object.metadata.name}`} onClose={onClose}>
      <p>{action.explanation}</p>
      {action.takesReplicas ? (
        <ScaleForm action={action} target={subject} onClose={onClose} />
      ) : (
        <Attempt action={action} target={subject} onClose={onClose} replicas={0} before={subject.object} />
      )}
    </Dialog>
  );
}

/** Reads the scale of an object, which is not always `spec.replicas`, and changes it. */
function ScaleForm(parts: DialogParts) {
  const { api } = useSession();
  const path = pathTo(parts.target, 'scale');
  const { value: scale, error } = useLoaded((signal) => api.json<Scale>({ path, signal }), [api, path]);
  const [chosen, setChosen] = useState<number | undefined>();
  if (error) return <Failure error={error} />;
  if (!scale) return <Loading what="the scale" />;
  const replicas = chosen ?? scale.spec?.replicas ?? 0;
  const isValid = Number.isInteger(replicas) && replicas >= 0 && replicas <= MOST_REPLICAS;
  return (
    <>
      <ReplicasField replicas={replicas} onReplicas={setChosen} />
      {isValid ? (
        <Attempt {...parts} replicas={replicas} before={scale} />
      ) : (
        <p class="failure-text">A whole number from 0 to {MOST_REPLICAS}</p>
      )}
    </>
  );
}

interface Scale extends ApiObject {
  readonly spec?: { readonly replicas?: number };
}

/** Renders the result of the dry run, and the button that does it. */
function Attempt({
  action,
  target,
  onClose,
  replicas,
  before,
}: DialogParts & { readonly replicas: number; readonly before: ApiObject }) {
  // The same request is tried and sent: some have a time or a name in them.
  const request = useMemo(() => action.request(target, replicas), [replicas]);
  const dryRun = useDryRun(request, String(replicas));
  const text = `${action.title}: ${target.object.metadata.name}`;
  const { error, isSending, send } = useSending(request, text, onClose);
  return (
    <>
      {error ? <Failure error={error} /> : <DryRunResult dryRun={dryRun} before={before} />}
      <CopyCommand title="With kubectl" command={action.command(target, replicas)} />
      <div class="bar">
        <button type="button" class="primary" disabled={!dryRun.result || isSending} onClick={send}>
          {action.title}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

function useSending(request: ApiRequest, text: string, onClose: () => void) {
  const { api, say } = useSession();
  const [error, setError] = useState<ApiError | undefined>();
  const [isSending, setSending] = useState(false);
  useEffect(() => setError(undefined), [request]);
  const attempt = async (): Promise<void> => {
    setSending(true);
    setError(undefined);
    try {
      await api.json(asWrite(request, false));
      say(text);
      onClose();
    } catch (fault) {
      setError(ApiError.from(fault));
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
