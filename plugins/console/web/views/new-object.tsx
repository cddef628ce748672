import { useMemo, useState } from 'preact/hooks';
import { parse, stringify } from 'yaml';
import type { ApiError } from '../api/api-error.js';
import { type Resource, apiVersionOf, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { takeDraft } from '../model/draft.js';
import { yamlOf } from '../model/yaml-diff.js';
import { useSession } from '../ui/session.js';
import { Review } from './review.js';
import { useSchema } from './use-schema.js';
import { writeQuery } from './write-query.js';

/** Creates an object, from nothing or from a former state, after a look at what the server would store. */
export function NewObject({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const { api, go, say } = useSession();
  const schema = useSchema(resource).value;
  const first = useMemo(() => takeDraft() ?? stringify(beginning(resource, namespace)), []);
  const [text, setText] = useState(first);
  const [reviewed, setReviewed] = useState<ApiObject | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const send = async (isDryRun: boolean): Promise<ApiObject | undefined> => {
    try {
      setError(undefined);
      const body = parse(text) as ApiObject;
      const path = pathOf(resource, body?.metadata?.namespace ?? (resource.isNamespaced ? namespace || 'default' : ''));
      return await api.json<ApiObject>({ method: 'POST', path, query: writeQuery(isDryRun), body });
    } catch (fault) {
      setError(fault as ApiError);
      return undefined;
    }
  };
  const review = async (): Promise<void> => setReviewed(await send(true));
  const create = async (): Promise<void> => {
    const made = await send(false);
    if (!made) return;
    say(`${made.metadata.name} was created`);
    const { group, resource: plural } = resource;
    go({
      view: 'object',
      group,
      resource: plural,
      namespace: made.metadata.namespace ?? '',
      name: made.metadata.name,
      tab: 'yaml',
    });
  };
  return (
    <>
      <header class="view-head">
        <h1>
          New {resource.kind} <span class="muted">{apiVersionOf(resource)}</span>
        </h1>
        <span class="grow" />
        <button type="button" class="primary" onClick={() => void review()}>
          Review <kbd>Ctrl ↵</kbd>
        </button>
      </header>
      {(reviewed || error) && (
        <Review
          before=""
          after={reviewed && yamlOf(reviewed)}
          error={error}
          action="Create"
          onConfirm={() => void create()}
          onBack={() => (setReviewed(undefined), setError(undefined))}
        />
      )}
      <YamlEditor text={text} isReadOnly={false} schema={schema} onChange={setText} onSubmit={() => void review()} />
    </>
  );
}

function beginning(resource: Resource, namespace: string): object {
  const metadata = { name: '', ...(resource.isNamespaced && { namespace: namespace || 'default' }) };
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata };
}
