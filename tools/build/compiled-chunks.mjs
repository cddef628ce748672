import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { root } from '../install.mjs';
import { readChunk } from './chunk-syntax.mjs';
import { scriptOfChunks, writeScriptFile } from './script-text.mjs';

/** The module that links scripts and modules, written beside the chunks. */
const LINKS = 'chunks/compiled.js';
const RUNTIME = 'src/process/compiled-packages.ts';

/**
 * Scripts and the modules whose chunks they have, with the chunks that those import. A chunk that several need belongs to the first:
 * clients and commands do without the server.
 */
const SCRIPTS = {
  commands: ['src/client/index.ts', 'src/program/index.ts'],
  server: [
    'src/serving/index.ts',
    'src/index.ts',
    'src/plugin-api/index.ts',
    'src/options/option-rules.ts',
    'src/storage/sqlite/index.ts',
    'src/storage/sqlite/open-database.ts',
  ],
};
/** Loads the scripts, so it and what it imports stay modules. */
const LOADER = 'src/main.ts';

/**
 * Moves the chunks that every start loads into scripts, `dist/packages/<script>.cjs`, whose compiled code is kept. In the place of
 * each is a module that exports what the script has, so that other modules, plugins among them, share its classes.
 * @param {import('esbuild').Metafile['outputs']} outputs the files of the build
 * @returns {Promise<import('esbuild').Metafile['outputs']>} those that it adds
 */
export async function moveChunks(outputs) {
  const graph = new ChunkGraph(outputs);
  const modules = graph.closure([LOADER]);
  const scriptOf = new Map();
  for (const [script, roots] of Object.entries(SCRIPTS)) {
    for (const name of graph.closure(roots)) {
      if (!modules.has(name) && !scriptOf.has(name)) scriptOf.set(name, script);
    }
  }
  const parsed = new Map(
    await Promise.all([...scriptOf.keys()].map(async (name) => [name, await readChunk(join(root, 'dist', name))])),
  );
  modules.delete(graph.nameOf(LOADER));
  await Promise.all(Object.keys(SCRIPTS).map((script) => writeScript(script, { parsed, scriptOf })));
  await writeFile(join(root, 'dist', LINKS), linksText(graph, { scriptOf, modules }));
  await Promise.all([...parsed].map(([name, chunk]) => writeFacade(name, chunk)));
  const added = [LINKS, ...Object.keys(SCRIPTS).flatMap((script) => [scriptPath(script), `${scriptPath(script)}.map`])];
  return Object.fromEntries(added.map((name) => [`dist/${name}`, { inputs: {} }]));
}

const scriptPath = (script) => `packages/${script}.cjs`;

async function writeScript(script, { parsed, scriptOf }) {
  const chunks = [...parsed].filter(([name]) => scriptOf.get(name) === script);
  const file = join(root, 'dist', scriptPath(script));
  const { text, map } = await scriptOfChunks(script, { chunks, scriptOf });
  await writeFile(`${file}.map`, JSON.stringify(map));
  await writeScriptFile(file, `${text}//# sourceMappingURL=${script}.cjs.map\n`);
}

/** Imports and exports what stays a module under the names that scripts import it by. */
function linksText(graph, { scriptOf, modules }) {
  const names = [...modules];
  const runtime = `module${names.indexOf(graph.holderOf(RUNTIME))}`;
  return [
    ...names.map((name, index) => `import * as module${index} from ${quote(pathFrom(LINKS, name))};`),
    `const scripts = { __proto__: null, ${[...scriptOf].map(([name, script]) => `${quote(name)}: ${quote(script)}`).join(', ')} };`,
    `const modules = { ${names.map((name, index) => `${quote(name)}: module${index}`).join(', ')} };`,
    `${runtime}.compiledPackages.link({ scripts, modules, import: (url) => import(url) });`,
    `export const load = (name) => ${runtime}.compiledPackages.load(scripts[name], name);`,
    '',
  ].join('\n');
}

/** The module in the place of a chunk. */
async function writeFacade(name, { exported }) {
  const load = `import { load } from ${quote(pathFrom(name, LINKS))};\nconst chunk = load(${quote(name)});\n`;
  const members = exported.map(({ as }, index) => `export_${index} = chunk[${quote(as)}]`);
  const names = exported.map(({ as }, index) => `export_${index} as ${as}`);
  const text = members.length > 0 ? `const ${members.join(', ')};\nexport { ${names.join(', ')} };\n` : '';
  const file = join(root, 'dist', name);
  await writeFile(file, load + text);
  await rm(`${file}.map`);
}

const quote = (text) => JSON.stringify(text);

function pathFrom(importer, name) {
  const path = posix.relative(posix.dirname(importer), name);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The static imports between the files of the build, by their paths below `dist`. */
class ChunkGraph {
  constructor(outputs) {
    this.outputs = new Map(Object.entries(outputs).map(([path, output]) => [relative('dist', path), output]));
  }

  /** The file that a module is the entry point of. */
  nameOf(entryPoint) {
    return this.find(entryPoint, (output) => output.entryPoint === entryPoint);
  }

  /** The file that has the text of a module. */
  holderOf(source) {
    return this.find(source, (output, name) => dirname(name) === 'chunks' && source in output.inputs);
  }

  find(source, isIt) {
    const found = [...this.outputs].find(([name, output]) => isIt(output, name));
    if (!found) throw new Error(`the build has no file of ${source}`);
    return found[0];
  }

  /** The files of modules with all that they import, those that are imported first. */
  closure(sources) {
    const found = new Set();
    const visit = (name, importers) => {
      if (importers.includes(name)) throw new Error(`chunks import each other: ${[...importers, name].join(', ')}`);
      if (found.has(name)) return;
      for (const { path, kind, external } of this.outputs.get(name).imports) {
        if (kind === 'import-statement' && !external) visit(relative('dist', path), [...importers, name]);
      }
      found.add(name);
    };
    for (const source of sources) visit(this.nameOf(source), []);
    return found;
  }
}
