import { useMemo, useState } from 'preact/hooks';
import { type Resource, apiVersionOf, pathOf } from '../api/discovery.js';
import { YamlEditor } from '../editor/yaml-editor.js';
import { takeDraft } from '../model/draft.js';
import { namespaceIn } from '../model/yaml-text.js';
import { useSession } from '../ui/session.js';
import { Review } from './review.js';
import { useReview } from './use-review.js';
import { useSchema } from './use-schema.js';

/** Creates an object, from nothing or from a former state, after a look at what the server would store. */
export function NewObject({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const { go, say } = useSession();
  const schema = useSchema(resource).value;
  const first = useMemo(() => takeDraft() ?? beginning(resource, namespace), []);
  const [text, setText] = useState(first);
  const target = resource.isNamespaced ? (namespaceIn(text) ?? (namespace || 'default')) : '';
  const { reviewed, error, review, write, clear } = useReview('POST', () => ({ path: pathOf(resource, target), text }));
  const create = async (): Promise<void> => {
    const made = await write();
    if (made === undefined) return;
    const name = /^metadata:\n(?: .*\n)*? {2}name: "?([^"\n]+)/m.exec(made)?.[1] ?? '';
    say(`${name} was created`);
    const { group, resource: plural } = resource;
    go({ view: 'object', group, resource: plural, namespace: target, name, tab: 'yaml' });
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
      {(reviewed !== undefined || error) && (
        <Review
          before=""
          after={reviewed}
          error={error}
          action="Create"
          onConfirm={() => void create()}
          onBack={clear}
        />
      )}
      <YamlEditor text={text} isReadOnly={false} schema={schema} onChange={setText} onSubmit={() => void review()} />
    </>
  );
}

function beginning(resource: Resource, namespace: string): string {
  const place = resource.isNamespaced ? `  namespace: ${namespace || 'default'}\n` : '';
  return `apiVersion: ${apiVersionOf(resource)}\nkind: ${resource.kind}\nmetadata:\n  name: \n${place}`;
}
