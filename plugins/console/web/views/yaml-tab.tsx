import { useMemo, useState } from 'preact/hooks';
import { parse } from 'yaml';
import type { ApiError } from '../api/api-error.js';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { yamlOf } from '../model/yaml-diff.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { Review } from './review.js';
import { useSchema } from './use-schema.js';
import { writeQuery } from './write-query.js';

/** The object as YAML: shown live, and changed after a look at what the server would store. */
export function YamlTab({
  resource,
  object,
  onReload,
}: {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly onReload: () => void;
}) {
  const { api, say } = useSession();
  const schema = useSchema(resource).value;
  // The object as it was when editing began: what is sent has to be based on it.
  const [edited, setEdited] = useState<ApiObject | undefined>();
  const [text, setText] = useState('');
  const [reviewed, setReviewed] = useState<ApiObject | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const shown = useMemo(() => yamlOf(object), [object]);
  const canEdit = resource.verbs.has('update');
  const begin = (): void => {
    if (edited || !canEdit) return;
    setText(shown);
    setEdited(object);
  };
  const stop = (): void => (setEdited(undefined), setReviewed(undefined), setError(undefined));
  useShortcuts({ e: begin });
  const send = async (dryRun: boolean): Promise<ApiObject | undefined> => {
    const { namespace = '', name } = object.metadata;
    try {
      setError(undefined);
      const path = pathOf(resource, namespace, name);
      return await api.json<ApiObject>({
        method: 'PUT',
        path,
        query: writeQuery(dryRun),
        body: parse(text) as unknown,
      });
    } catch (fault) {
      setError(fault as ApiError);
      return undefined;
    }
  };
  const review = async (): Promise<void> => setReviewed(await send(true));
  const write = async (): Promise<void> => {
    if (!(await send(false))) return;
    say(`${object.metadata.name} was written`);
    stop();
    onReload();
  };
  const isOutdated = edited && edited.metadata.resourceVersion !== object.metadata.resourceVersion;
  return (
    <>
      <div class="bar">
        {edited ? (
          <>
            <button type="button" class="primary" onClick={() => void review()}>
              Review <kbd>Ctrl ↵</kbd>
            </button>
            <button type="button" onClick={stop}>
              Cancel
            </button>
            {isOutdated && <span class="warning">It has been changed since: writing will be refused.</span>}
          </>
        ) : (
          canEdit && (
            <button type="button" onClick={begin}>
              Edit <kbd>e</kbd>
            </button>
          )
        )}
        <span class="muted small">revision {object.metadata.resourceVersion}</span>
      </div>
      {(reviewed || error) && (
        <Review
          before={yamlOf(edited!)}
          after={reviewed && yamlOf(reviewed)}
          error={error}
          action="Write"
          onConfirm={() => void write()}
          onBack={() => (setReviewed(undefined), setError(undefined))}
        />
      )}
      <YamlEditor
        text={edited ? text : shown}
        isReadOnly={!edited}
        schema={schema}
        onChange={(next) => edited && setText(next)}
        onSubmit={() => edited && void review()}
      />
    </>
  );
}
