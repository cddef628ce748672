const ENTRY = 'plugins/console/web/main.tsx';
const STYLES = 'plugins/console/web/app.css';
/** The page of an object around its tabs, and the actions above these. */
const OBJECT = ['plugins/console/web/views/object-view.tsx', 'plugins/console/web/views/actions/actions-bar.tsx'];
const EDITOR = 'plugins/console/web/editor/create-editor.ts';
/** Views that may be larger: they are loaded when logs or a terminal are opened. */
const UNLIMITED = 'plugins/console/web/terminal/';

/** Bytes of the files that a view with the editor loads at most. */
const MOST_BYTES = 500_000;
/** Bytes of the files that other views load at most, with the page around them. */
const MOST_BYTES_WITHOUT_EDITOR = 200_000;

/** Throws an Error where a view of the page loads more than it may. */
export function checkSizes({ outputs }) {
  const pathOf = (source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
  const editor = pathOf(EDITOR);
  for (const view of Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? [])) {
    if (view.startsWith(UNLIMITED)) continue;
    const loaded = loadedFor(outputs, [ENTRY, STYLES, ...OBJECT, view].map(pathOf));
    const opensEditor = [...loaded].some((path) => outputs[path].imports.some((each) => each.path === editor));
    const [files, most] =
      view === EDITOR || opensEditor
        ? [loadedFor(outputs, [...loaded, editor]), MOST_BYTES]
        : [loaded, MOST_BYTES_WITHOUT_EDITOR];
    const bytes = [...files].reduce((sum, path) => sum + outputs[path].bytes, 0);
    if (bytes > most) throw new Error(`the console loads ${bytes} bytes for ${view}; ${most} are allowed`);
  }
}

/** Returns the outputs that are loaded with some: those that they import, but for what is imported on demand. */
function loadedFor(outputs, paths) {
  const loaded = new Set();
  const load = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { kind, path: imported } of outputs[path].imports) if (kind === 'import-statement') load(imported);
  };
  for (const path of paths) load(path);
  return loaded;
}
