import { useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { Dialog, Failure } from '../ui/parts.js';
import { useSession } from '../ui/session.js';

const POLICIES = { Background: 'with what it owns', Foreground: 'after what it owns', Orphan: 'alone' } as const;

/** Deletes an object, the one that is shown and no later one of its name. */
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
  const { name, namespace = '', uid } = object.metadata;
  const remove = async (): Promise<void> => {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: policy, preconditions: { uid } };
    try {
      await api.json({ method: 'DELETE', path: pathOf(resource, namespace, name), body });
      say(`${name} is being deleted`);
      onClose();
    } catch (fault) {
      setError(fault as ApiError);
    }
  };
  return (
    <Dialog title={`Delete ${resource.kind} ${name}?`} onClose={onClose}>
      {error && <Failure error={error} />}
      <fieldset>
        <legend>Delete it</legend>
        {Object.entries(POLICIES).map(([value, text]) => (
          <label key={value}>
            <input type="radio" name="policy" checked={policy === value} onChange={() => setPolicy(value)} /> {text}
          </label>
        ))}
      </fieldset>
      <div class="bar">
        <button type="button" class="danger" onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" onClick={onClose} autofocus>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
