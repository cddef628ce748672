const ENTRY = 'plugins/console/web/main.tsx';
const EDITOR = 'plugins/console/web/editor/create-editor.ts';
/** The page of an object, around its tabs. */
const OBJECT = 'plugins/console/web/views/object-view.tsx';
const STYLES = 'plugins/console/web/app.css';
/** Views that may be larger: they are loaded when logs or a terminal are opened. */
const UNLIMITED = 'plugins/console/web/terminal/';

/** Bytes of the files that a view loads at most: the page, the editor and the view. */
const MOST_BYTES = 500_000;
/** Bytes that are loaded before anything is shown at most. */
const MOST_BYTES_AT_FIRST = 200_000;

/** Throws an Error where the page, or a view of it, loads more than it may. */
export function checkSizes({ outputs }) {
  const first = [ENTRY, STYLES];
  check(outputs, first, MOST_BYTES_AT_FIRST);
  const views = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  for (const view of views.filter((source) => !source.startsWith(UNLIMITED)))
    check(outputs, [...first, OBJECT, EDITOR, view], MOST_BYTES);
}

function check(outputs, sources, most) {
  const bytes = bytesOf(outputs, sources);
  if (bytes > most) throw new Error(`the console loads ${bytes} bytes for ${sources.join(', ')}; ${most} are allowed`);
}

/** Returns the bytes of the outputs that sources and what they import are in. */
function bytesOf(outputs, sources) {
  const loaded = new Set();
  const load = (path) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { kind, path: imported } of outputs[path].imports) if (kind === 'import-statement') load(imported);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (sources.includes(entryPoint)) load(path);
  return [...loaded].reduce((sum, path) => sum + outputs[path].bytes, 0);
}
