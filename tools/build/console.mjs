import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

const SOURCES = 'plugins/console/web';
const OUTPUT = 'dist/console';
/** Files that are served as they are. */
const COPIED = ['index.html', 'icon.svg'];

/** The options of esbuild for the console: one script and one style sheet, for browsers. */
const options = {
  entryPoints: [
    { in: `${SOURCES}/main.tsx`, out: 'app' },
    { in: `${SOURCES}/app.css`, out: 'app' },
  ],
  outdir: OUTPUT,
  bundle: true,
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
 * Builds the console.
 * @param {typeof import('esbuild').build} esbuild
 * @returns {Promise<string[]>} the paths of its files
 */
export async function buildConsole(esbuild) {
  const { metafile } = await esbuild({ ...options, absWorkingDir: root });
  mkdirSync(join(root, OUTPUT), { recursive: true });
  for (const name of COPIED) copyFileSync(join(root, SOURCES, name), join(root, OUTPUT, name));
  return [...Object.keys(metafile.outputs), ...COPIED.map((name) => `${OUTPUT}/${name}`)];
}
