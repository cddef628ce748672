import { useEffect, useRef } from 'preact/hooks';
import type { EditorView } from '@codemirror/view';
import { createEditor, setReadOnly } from './create-editor.js';
import type { EditorSchema } from './editor-schema.js';

/**
 * Renders an editor of YAML. It lives in a shadow tree: there its styles are separate style sheets, which the content
 * security policy allows, where style elements of the page would be refused.
 */
export function YamlEditor({
  text,
  isReadOnly,
  schema,
  onChange,
  onSubmit,
}: {
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly schema: EditorSchema | undefined;
  readonly onChange?: (text: string) => void;
  readonly onSubmit?: () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const current = useRef({ schema, onChange, onSubmit });
  current.current = { schema, onChange, onSubmit };
  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const view = createEditor({
      root,
      text,
      schema: () => current.current.schema,
      onChange: (next) => current.current.onChange?.(next),
      onSubmit: () => current.current.onSubmit?.(),
    });
    editor.current = view;
    return () => view.destroy();
  }, []);
  useEffect(() => {
    const view = editor.current;
    // While it is edited the text is the editor's own: what is passed in may be older than what was typed since.
    if (!view || !isReadOnly || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [text, isReadOnly]);
  useEffect(() => {
    if (!editor.current) return;
    setReadOnly(editor.current, isReadOnly);
    if (!isReadOnly) editor.current.focus();
  }, [isReadOnly]);
  return <div ref={host} class="editor-host" />;
}
