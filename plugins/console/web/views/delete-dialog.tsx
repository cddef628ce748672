import { useState } from 'preact/hooks';
import { kubectlIn, slashName } from '../actions/kubectl.js';
import type { ApiRequest } from '../api/api.js';
import { ApiError } from '../api/api-error.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { CopyCommand } from '../ui/copy-command.js';
import { Dialog, Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useDryRun } from './actions/use-dry-run.js';

const POLICIES = { Background: 'with what it owns', Foreground: 'after what it owns', Orphan: 'alone' } as const;

/** Deletes an object, the one that is shown and no later one of its name, after a dry run. */
export function DeleteDialog({
  resource,
  object,
  onClose,
}: {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly onClose: () => void;
}) {
  const { api, say } = useSession();
  const [policy, setPolicy] = useState('Background');
  const [error, setError] = useState<ApiError | undefined>();
  const { name } = object.metadata;
  const dryRun = useDryRun(deletion(resource, object, { dryRun: ['All'], propagationPolicy: policy }), policy);
  const remove = async (): Promise<void> => {
    try {
      await api.json(deletion(resource, object, { propagationPolicy: policy }));
      say(`${name} is being deleted`);
      onClose();
    } catch (fault) {
      setError(ApiError.from(fault));
    }
  };
  const command = kubectlIn(
    { resource, object },
    'delete',
    slashName({ resource, object }),
    `--cascade=${policy.toLowerCase()}`,
  );
  return (
    <Dialog title={`Delete ${resource.kind} ${name}?`} onClose={onClose}>
      <Policies policy={policy} onPolicy={setPolicy} />
      <DryRunText result={dryRun.result} error={error ?? dryRun.error} />
      <CopyCommand title="With kubectl" command={command} />
      <div class="bar">
        <button type="button" class="danger" disabled={!dryRun.result} onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" onClick={onClose} autofocus>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}

/** Returns the request that deletes an object. The server reads no parameters of a deletion that has a body. */
function deletion(
  resource: Resource,
  { metadata: { name, namespace = '', uid } }: ApiObject,
  options: object,
): ApiRequest {
  const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid }, ...options };
  return { method: 'DELETE', path: pathOf(resource, namespace, name), body };
}

function DryRunText({
  result,
  error,
}: {
  readonly result: ApiObject | undefined;
  readonly error: ApiError | undefined;
}) {
  if (error) return <Failure error={error} />;
  if (!result) return <Loading what="the result of a dry run" />;
  return (
    <p class="muted small" role="status">
      The server accepts it in a dry run.
    </p>
  );
}

function Policies({ policy, onPolicy }: { readonly policy: string; readonly onPolicy: (policy: string) => void }) {
  return (
    <fieldset>
      <legend>Delete it</legend>
      {Object.entries(POLICIES).map(([value, text]) => (
        <label key={value}>
          <input type="radio" name="policy" checked={policy === value} onChange={() => onPolicy(value)} /> {text}
        </label>
      ))}
    </fieldset>
  );
}
