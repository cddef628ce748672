import { useEffect, useRef } from 'preact/hooks';
import type { EditorView } from '@codemirror/view';
import type { TextFault } from '../model/refusal.js';
import { NotLoaded } from '../ui/lazily.js';
import { Loading } from '../ui/parts.js';
import { type Loaded, useLoaded } from '../ui/use-loaded.js';
import type { EditorSchema } from './editor-schema.js';

type EditorModule = typeof import('./create-editor.js');

/** Loads the script of the editor, most of the console, when the first editor is opened. */
function useEditorModule(): Loaded<EditorModule> {
  return useLoaded(() => import('./create-editor.js'), []);
}

/** The faults that the server has named in the text. */
export interface ServerFaults {
  readonly faults: readonly TextFault[];
  /** Called with the line of each fault that has one. */
  readonly onLocated: (lines: readonly (number | undefined)[]) => void;
  /** The line that the user wants to see; another object asks again. */
  readonly goTo: { readonly line: number } | undefined;
}

const NO_FAULTS: readonly TextFault[] = [];

/** Marks the faults of the server in an editor, and goes to one of their lines. */
function useServerFaults(
  module: EditorModule | undefined,
  editor: { readonly current: EditorView | undefined },
  { faults = NO_FAULTS, onLocated, goTo }: Partial<ServerFaults>,
): void {
  useEffect(() => {
    if (module && editor.current) onLocated?.(module.showFaults(editor.current, faults));
  }, [module, faults]);
  useEffect(() => {
    if (module && editor.current && goTo) module.goToLine(editor.current, goTo.line);
  }, [module, goTo]);
}

/** The text of an editor, and its listeners. */
interface YamlEditorParts extends Partial<ServerFaults> {
  readonly text: string;
  readonly isReadOnly: boolean;
  readonly schema: EditorSchema | undefined;
  readonly onChange?: (text: string) => void;
  readonly onSubmit?: () => void;
}

/**
 * Renders an editor of YAML. It lives in a shadow tree: there its styles are separate style sheets, which the content
 * security policy allows, where style elements of the page would be refused.
 */
export function YamlEditor({ text, isReadOnly, schema, onChange, onSubmit, ...serverFaults }: YamlEditorParts) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | undefined>(undefined);
  const current = useRef({ schema, onChange, onSubmit });
  current.current = { schema, onChange, onSubmit };
  const { value: module, error, reload } = useEditorModule();
  useEffect(() => {
    if (!module) return;
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' });
    const view = module.createEditor({
      root,
      text,
      schema: () => current.current.schema,
      onChange: (next) => current.current.onChange?.(next),
      onSubmit: () => current.current.onSubmit?.(),
    });
    editor.current = view;
    return () => view.destroy();
  }, [module]);
  useEffect(() => {
    const view = editor.current;
    // While it is edited the text is the editor's own: what is passed in may be older than what was typed since.
    if (!view || !isReadOnly || view.state.doc.toString() === text) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
  }, [module, text, isReadOnly]);
  useEffect(() => {
    if (!module || !editor.current) return;
    module.setReadOnly(editor.current, isReadOnly);
    if (!isReadOnly) editor.current.focus();
  }, [module, isReadOnly]);
  useServerFaults(module, editor, serverFaults);
  return (
    <>
      {error && <NotLoaded onAgain={reload} />}
      {!module && !error && <Loading what="the editor" />}
      <div ref={host} class="editor-host" />
    </>
  );
}
