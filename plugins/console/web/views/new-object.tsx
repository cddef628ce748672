import { useState } from 'preact/hooks';
import { type Resource, apiVersionOf, pathOf } from '../api/discovery.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { takeDraft } from '../model/draft.js';
import { mayDiscard, setUnsaved } from '../model/unsaved.js';
import { namespaceIn } from '../model/yaml-text.js';
import { useSession } from '../ui/session.js';
import { useUnsaved } from '../ui/use-unsaved.js';
import { type ExampleObject, ExamplePicker } from './example-picker.js';
import { Review } from './review.js';
import { useFaults } from './use-faults.js';
import { useReview } from './use-review.js';
import { useSchema } from './use-schema.js';

/** Creates an object, from nothing or from a former state, after a look at what the server would store. */
export function NewObject({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const { go, say } = useSession();
  const schema = useSchema(resource).value;
  const { text, setText, round, begin } = useNewText(() => takeDraft() ?? beginning(resource, namespace));
  const pick = (example: string): void => {
    if (!mayDiscard()) return;
    clear();
    begin(example);
  };
  const target = resource.isNamespaced ? (namespaceIn(text) ?? (namespace || 'default')) : '';
  const { reviewed, error, review, write, clear } = useReview('POST', () => ({ path: pathOf(resource, target), text }));
  const faults = useFaults(error);
  const create = async (): Promise<void> => {
    const name = (await write())?.metadata.name;
    if (name === undefined) return;
    setUnsaved(false);
    say(`${name} was created`);
    go({ view: 'object', ...resource, namespace: target, name, tab: 'yaml' });
  };
  return (
    <>
      <NewObjectHead
        {...{ resource, namespace }}
        examples={schema?.examples ?? []}
        onPick={pick}
        onReview={() => void review()}
      />
      {(reviewed !== undefined || error) && (
        <Review
          before=""
          after={reviewed}
          error={error}
          {...faults.failure}
          action="Create"
          onConfirm={() => void create()}
          onBack={clear}
        />
      )}
      <YamlEditor
        key={round}
        text={text}
        isReadOnly={false}
        schema={schema}
        onChange={setText}
        onSubmit={() => void review()}
        {...faults.editor}
      />
    </>
  );
}

/** The text of a new object, and how to begin with another one. */
function useNewText(beginning: () => string) {
  const [first, setFirst] = useState(beginning);
  const [text, setText] = useState(first);
  // An editor takes no text while it is edited: it is made again for an example.
  const [round, setRound] = useState(0);
  useUnsaved(text !== first);
  const begin = (next: string): void => {
    setFirst(next);
    setText(next);
    setRound((value) => value + 1);
  };
  return { text, setText, round, begin };
}

function NewObjectHead({
  resource,
  namespace,
  examples,
  onPick,
  onReview,
}: {
  readonly resource: Resource;
  readonly namespace: string;
  readonly examples: readonly ExampleObject[];
  readonly onPick: (text: string) => void;
  readonly onReview: () => void;
}) {
  return (
    <header class="view-head">
      <h1>
        New {resource.kind} <span class="muted">{apiVersionOf(resource)}</span>
      </h1>
      <span class="grow" />
      <ExamplePicker
        examples={examples}
        namespace={resource.isNamespaced ? namespace || 'default' : ''}
        onPick={onPick}
      />
      <button type="button" class="primary" onClick={onReview}>
        Review <kbd>Ctrl ↵</kbd>
      </button>
    </header>
  );
}

function beginning(resource: Resource, namespace: string): string {
  const place = resource.isNamespaced ? `  namespace: ${namespace || 'default'}\n` : '';
  return `apiVersion: ${apiVersionOf(resource)}\nkind: ${resource.kind}\nmetadata:\n  name: \n${place}`;
}
