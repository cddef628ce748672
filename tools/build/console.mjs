import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../install.mjs';
import { checkSizes } from './console-sizes.mjs';

const SOURCES = 'plugins/console/web';
const OUTPUT = 'dist/console';
const PAGE = 'index.html';
/** Files that are served as they are. */
const COPIED = ['icon.svg'];

/**
 * The options of esbuild for the console, for browsers: a script and a style sheet that the page loads, and scripts that the
 * script imports when a view is opened. Names contain a hash of the content, so browsers keep the files.
 */
const options = {
  entryPoints: [
    { in: `${SOURCES}/main.tsx`, out: 'app' },
    { in: `${SOURCES}/app.css`, out: 'app' },
  ],
  outdir: OUTPUT,
  bundle: true,
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  format: 'esm',
  platform: 'browser',
  target: ['chrome120', 'firefox121', 'safari17'],
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', target: 'es2022' } },
};

/**
 * Builds the console. Throws an Error where it is larger than it may be.
 * @param {typeof import('esbuild').build} esbuild
 * @returns {Promise<string[]>} the paths of its files
 */
export async function buildConsole(esbuild) {
  const { metafile } = await esbuild({ ...options, absWorkingDir: root });
  checkSizes(metafile);
  mkdirSync(join(root, OUTPUT), { recursive: true });
  for (const name of COPIED) copyFileSync(join(root, SOURCES, name), join(root, OUTPUT, name));
  writeFileSync(join(root, OUTPUT, PAGE), page(metafile));
  return [...Object.keys(metafile.outputs), ...[PAGE, ...COPIED].map((name) => `${OUTPUT}/${name}`)];
}

/** Returns the page with the names of its files in place of `app.js` and `app.css`. */
function page({ outputs }) {
  const [script, styles] = ['main.tsx', 'app.css'].map((source) =>
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `${SOURCES}/${source}`),
  );
  const early = script[1].imports.filter(({ kind }) => kind === 'import-statement');
  const preloads = early.map(({ path }) => `\n    <link rel="modulepreload" href="/console/${basename(path)}" />`);
  return readFileSync(join(root, SOURCES, PAGE), 'utf8')
    .replace('/console/app.css', `/console/${basename(styles[0])}`)
    .replace('/console/app.js', `/console/${basename(script[0])}`)
    .replace('\n  </head>', `${preloads.join('')}\n  </head>`);
}
