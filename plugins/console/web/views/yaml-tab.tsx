import { useState } from 'preact/hooks';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { mayDiscard } from '../model/unsaved.js';
import { Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { useUnsaved } from '../ui/use-unsaved.js';
import { Review } from './review.js';
import { useReview } from './use-review.js';
import { useSchema } from './use-schema.js';
import { useYaml } from './use-yaml.js';

/** What is being edited: the text, and the state it is based on. */
interface Edited {
  readonly text: string;
  readonly before: string;
  readonly version: string | undefined;
}

/** Renders the object as YAML: shown live, and changed after a look at what the server would store. */
export function YamlTab({ resource, object }: { readonly resource: Resource; readonly object: ApiObject }) {
  const schema = useSchema(resource).value;
  const { resourceVersion } = object.metadata;
  const { shown, unread, edited, begin, stop, change, confirm, ...write } = useEditing(resource, object);
  useShortcuts({ e: begin });
  if (unread && !edited) return <Failure error={unread} />;
  if (shown === undefined && !edited) return <Loading what="the object" />;
  const review = (): void => void write.review();
  return (
    <>
      <div class="bar">
        {edited && (
          <EditingButtons
            isOutdated={edited.version !== resourceVersion}
            onReview={review}
            onCancel={() => mayDiscard() && stop()}
          />
        )}
        {!edited && begin && (
          <button type="button" onClick={begin}>
            Edit <kbd>e</kbd>
          </button>
        )}
        <span class="muted small">revision {resourceVersion}</span>
      </div>
      {edited && (write.reviewed !== undefined || write.error) && (
        <Review
          before={edited.before}
          after={write.reviewed}
          error={write.error}
          action="Write"
          onConfirm={confirm}
          onBack={write.clear}
        />
      )}
      <YamlEditor
        text={edited?.text ?? shown ?? ''}
        isReadOnly={!edited}
        schema={schema}
        onChange={change}
        onSubmit={() => edited && review()}
      />
    </>
  );
}

/** The state of editing an object. */
function useEditing(resource: Resource, object: ApiObject) {
  const { say } = useSession();
  const { value: shown, error: unread } = useYaml(resource, object);
  const [edited, setEdited] = useState<Edited | undefined>();
  useUnsaved(edited !== undefined && edited.text !== edited.before);
  const { namespace = '', name, resourceVersion } = object.metadata;
  const place = () => ({ path: pathOf(resource, namespace, name), text: edited?.text ?? '' });
  const write = useReview('PUT', place);
  const canEdit = resource.verbs.has('update') && shown !== undefined && !edited;
  const begin = canEdit ? () => setEdited({ text: shown, before: shown, version: resourceVersion }) : undefined;
  const stop = (): void => (setEdited(undefined), write.clear());
  const change = (text: string): void => setEdited((current) => current && { ...current, text });
  const confirm = async (): Promise<void> => {
    if ((await write.write()) === undefined) return;
    say(`${name} was written`);
    stop();
  };
  return { ...write, shown, unread, edited, begin, stop, change, confirm: () => void confirm() };
}

function EditingButtons({
  isOutdated,
  onReview,
  onCancel,
}: {
  readonly isOutdated: boolean;
  readonly onReview: () => void;
  readonly onCancel: () => void;
}) {
  return (
    <>
      <button type="button" class="primary" onClick={onReview}>
        Review <kbd>Ctrl ↵</kbd>
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      {isOutdated && <span class="warning">It has changed since: writing will be refused.</span>}
    </>
  );
}
