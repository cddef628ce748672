import { type Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { keepDraft } from '../model/draft.js';
import { mayDiscard, setUnsaved } from '../model/unsaved.js';
import { withoutFormerLife } from '../model/yaml-text.js';
import { Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { ConflictView } from './lazy-parts.js';
import { Review } from './review.js';
import { useEditing } from './use-editing.js';
import { useFaults } from './use-faults.js';
import { useSchema } from './use-schema.js';

/** Renders the object as YAML: shown live, and changed after a look at what the server would store. */
export function YamlTab({ resource, object }: { readonly resource: Resource; readonly object: ApiObject }) {
  const schema = useSchema(resource).value;
  const { shown, unread, edited, begin, stop, change, rebase, confirm, ...write } = useEditing(resource, object);
  const faults = useFaults(write.error);
  useShortcuts({ e: begin });
  if (unread && !edited) return <Failure error={unread} />;
  if (shown === undefined && !edited) return <Loading what="the object" />;
  const review = (): void => void write.review();
  return (
    <>
      <div class="bar">
        {edited && <EditingButtons onReview={review} onCancel={() => mayDiscard() && stop()} />}
        {!edited && begin && (
          <button type="button" onClick={begin}>
            Edit <kbd>e</kbd>
          </button>
        )}
        <span class="muted small">revision {object.metadata.resourceVersion}</span>
      </div>
      {edited && unread?.code === 404 && <DeletedMeanwhile resource={resource} object={object} text={edited.text} />}
      {edited && shown !== undefined && shown !== edited.before && (
        <ConflictView texts={{ base: edited.before, yours: edited.text, theirs: shown }} onRebase={rebase} />
      )}
      {edited && (write.reviewed !== undefined || write.error) && (
        <Review
          before={edited.before}
          after={write.reviewed}
          error={write.error}
          {...faults.failure}
          action="Write"
          onConfirm={confirm}
          onBack={write.clear}
        />
      )}
      <YamlEditor
        key={edited?.round ?? 0}
        text={edited?.text ?? shown ?? ''}
        isReadOnly={!edited}
        schema={schema}
        onChange={change}
        onSubmit={() => edited && review()}
        {...faults.editor}
      />
    </>
  );
}

function EditingButtons({ onReview, onCancel }: { readonly onReview: () => void; readonly onCancel: () => void }) {
  return (
    <>
      <button type="button" class="primary" onClick={onReview}>
        Review <kbd>Ctrl ↵</kbd>
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}

/** Renders that an object was deleted while it was edited: its text can begin a new one. */
function DeletedMeanwhile({
  resource,
  object: { metadata },
  text,
}: {
  readonly resource: Resource;
  readonly object: ApiObject;
  readonly text: string;
}) {
  const { go } = useSession();
  const createAgain = (): void => {
    const { group, resource: plural, hasStatus } = resource;
    keepDraft(withoutFormerLife(text, hasStatus));
    setUnsaved(false);
    go({ view: 'object', group, resource: plural, namespace: metadata.namespace ?? '', name: '+', tab: 'new' });
  };
  return (
    <section class="panel conflict" aria-label="Changes meanwhile">
      <header class="bar">
        <h2>It was deleted while you edited it</h2>
        <span class="grow" />
        <button type="button" class="primary" onClick={createAgain}>
          Use the text for a new object
        </button>
      </header>
    </section>
  );
}
