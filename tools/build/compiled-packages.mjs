import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import 'reflect-metadata';
import { root } from '../install.mjs';
import { writeScriptFile } from './script-text.mjs';

const NAMESPACE = 'compiled-packages';
const requireOfNode = createRequire(import.meta.url);
const RUNTIME = join(root, 'src', 'process', 'compiled-packages.ts');

/**
 * CommonJS packages by the script that they go into, `dist/packages/<script>.cjs`, with the packages that those need. A script
 * is read when the first of its packages is imported.
 */
const SCRIPTS = {
  start: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-fastify', 'fastify', 'rxjs'],
  // Commands need these, and nothing of the server.
  logging: ['pino'],
  metadata: ['reflect-metadata'],
  transformation: ['class-transformer'],
  validation: ['class-validator'],
  database: ['typeorm'],
  certificates: ['asn1js'],
  'signing-requests': ['@peculiar/x509'],
};
/** Needed by several scripts, and to be there once. */
const METADATA = 'reflect-metadata';
const SHARED = ['asn1js', 'class-transformer', 'class-validator', METADATA];

/** The names of a CommonJS file that packages use, and the one for those that are loaded on use. */
const NAMES = 'const { exports, filename: __filename, path: __dirname } = module, __loadPackage = require;';

const scriptOf = new Map(Object.entries(SCRIPTS).flatMap(([script, names]) => names.map((name) => [name, script])));

/** Returns the imports of the packages, to be written into scripts by `buildScripts` once the main build is done. */
export function compiledPackages() {
  const wanted = new Map(Object.keys(SCRIPTS).map((script) => [script, new Set()]));
  const plugin = {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, namespace }) => {
        const script = namespace === NAMESPACE ? undefined : scriptOf.get(packageOf(path));
        return script ? { path, namespace: NAMESPACE, pluginData: script } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path, pluginData: script }) => {
        wanted.get(script).add(path);
        const call = `compiledPackages.load(${JSON.stringify(script)}, ${JSON.stringify(path)})`;
        return { contents: proxyText(call, path, await import(path)), resolveDir: root };
      });
    },
  };
  return { plugin, buildScripts: (esbuild, options) => buildScripts(esbuild, { wanted, options }) };
}

/** Exports by name: for each import of a CommonJS module esbuild would make an object of getters. */
function proxyText(call, path, all) {
  const names = Object.keys(all).filter((name) => /^\w+$/.test(name) && name !== 'default');
  // Of a CommonJS package the default export is the whole.
  const isWhole = all.default === requireOfNode(path);
  return [
    // Decorators of the packages expect it, and the order of chunks is not that of imports.
    ...(packageOf(path) === METADATA ? [] : [`import ${JSON.stringify(METADATA)};`]),
    `import { compiledPackages } from ${JSON.stringify(RUNTIME)};`,
    `const all = ${call};`,
    `export const { ${names.join(', ')} } = all;`,
    ...('default' in all ? [`export default ${isWhole ? 'all' : 'all.default'};`] : []),
  ].join('\n');
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Writes the scripts; answers esbuild's account of them. */
async function buildScripts(esbuild, { wanted, options }) {
  const built = [...wanted]
    .filter(([, names]) => names.size > 0)
    .map(([script, names]) => buildScript(esbuild, { script, names, options }));
  const outputs = (await Promise.all(built)).map(({ metafile }) => metafile.outputs);
  return { outputs: Object.assign({}, ...outputs) };
}

async function buildScript(esbuild, { script, names, options }) {
  const outfile = `dist/packages/${script}.cjs`;
  const sorted = [...names].sort();
  const loaders = sorted.map((name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`);
  const result = await esbuild({
    ...options,
    entryPoints: undefined,
    outdir: undefined,
    outbase: undefined,
    chunkNames: undefined,
    splitting: false,
    stdin: {
      contents: `const packages = { ${loaders.join(', ')} }; module.exports = (name) => packages[name]();`,
      resolveDir: root,
    },
    outfile,
    format: 'cjs',
    // Scripts have no loader of modules.
    supported: { 'dynamic-import': false },
    banner: { js: `(function (module, require) { ${NAMES}` },
    footer: { js: '})' },
    plugins: [sharedWith(script), ...options.plugins],
  });
  const path = join(root, outfile);
  await writeScriptFile(path, await readFile(path, 'utf8'));
  return result;
}

/** Takes packages that several scripts need from the one that each is listed for. */
function sharedWith(script) {
  const outside = new Set(SHARED.filter((name) => scriptOf.get(name) !== script));
  return {
    name: 'shared-packages',
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, ({ path }) => {
        return outside.has(path) ? { path: `${scriptOf.get(path)}-script:${path}`, external: true } : undefined;
      });
    },
  };
}
