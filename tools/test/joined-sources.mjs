import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { isFresh } from '../build/freshness.mjs';
import { lateFormats } from '../build/late-formats.mjs';
import { leaveOutDrivers } from '../build/leave-out-drivers.mjs';
import { loadOnUse } from '../build/load-on-use.mjs';
import { withoutRootPath } from '../build/without-root-path.mjs';
import { root } from '../install.mjs';

const directory = join(root, 'node_modules', '.cache', 'joined-sources');
const joinedFile = join(directory, 'sources.mjs');
/** The stubs by the absolute path of a source, and by the name of a package; written last. */
export const joinedManifest = join(directory, 'manifest.json');

/** Programs of their own, and what runs in browsers. */
const APART =
  /^(src\/(main|testing\/thread\/worker|plugin-host\/resolve-hook|plugin-host\/packages\/.*)|plugins\/console\/web\/.*)\.ts$/;

/** Packages that tests use together with the sources: there must be one copy of their classes. */
const SHARED = [
  '@grpc/grpc-js',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-fastify',
  '@nestjs/testing',
  '@peculiar/x509',
  'class-transformer',
  'class-validator',
  'jose',
  'js-yaml',
  'pg',
  'pprof-format',
  'protobufjs/minimal.js',
  'rxjs',
  'typeorm',
  'ws',
];

/**
 * Joins all sources and the packages they use into one file, with a stub for each that exports what it does, when it is
 * older than they are. Jest loads each module of a test file by itself, more than two thousand for a server, in each test file
 * again; docs/decisions/0277-joined-sources.md.
 */
export async function ensureJoined() {
  if (isFresh(joinedManifest) && JSON.parse(readFileSync(joinedManifest, 'utf8')).root === root) return;
  console.error('Joining the sources ...');
  rmSync(directory, { recursive: true, force: true });
  const modules = [...sourcesIn('src'), ...sourcesIn('plugins')].filter((path) => !APART.test(path));
  await joinSources([...modules.map((path) => `./${path}`), ...SHARED]);
  await writeStubs(modules);
}

async function joinSources(names) {
  const { build } = await import('esbuild');
  const loaders = names.map((name) => `() => import(${JSON.stringify(name)})`);
  await build({
    ...bundleOptions,
    entryPoints: undefined,
    outbase: undefined,
    outdir: undefined,
    chunkNames: undefined,
    // A module is evaluated when its loader is called, or one that imports it is.
    stdin: { contents: `export const loaders = [${loaders.join(',\n')}];`, resolveDir: root },
    outfile: joinedFile,
    absWorkingDir: root,
    splitting: false,
    legalComments: 'none',
    plugins: [ownLocations, lateFormats, leaveOutDrivers, loadOnUse, withoutRootPath],
  });
  // Every context of a test file has its own copy of the text, which takes half as much without other characters.
  writeFileSync(joinedFile, readFileSync(joinedFile, 'utf8').replace(/[^\0-\x7f]/g, escaped));
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Sources find files beside themselves, wherever they are joined. */
const ownLocations = {
  name: 'own-locations',
  setup(build) {
    build.onLoad({ filter: /[\\/](src|plugins)[\\/].*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      );
      return { contents, loader: 'ts' };
    });
  },
};

async function writeStubs(modules) {
  const { loaders } = await import(pathToFileURL(joinedFile).href);
  // Joined sources name files by their place, which changes when a checkout is moved.
  const manifest = { root, modules: {}, packages: {} };
  for (const [index, load] of loaders.entries()) {
    const name = modules[index] ?? SHARED[index - modules.length];
    const stub = join(directory, index < modules.length ? 'modules' : 'packages', `${name}.mjs`);
    if (index < modules.length) manifest.modules[join(root, name)] = stub;
    else manifest.packages[name] = stub;
    mkdirSync(dirname(stub), { recursive: true });
    writeFileSync(stub, stubOf(index, slashed(relative(dirname(stub), joinedFile)), Object.keys(await load())));
  }
  writeFileSync(joinedManifest, JSON.stringify(manifest));
}

function stubOf(index, file, names) {
  const named = names.filter((name) => name !== 'default' && /^[\w$]+$/.test(name));
  return [
    `import { loaders } from '${file}';`,
    `const all = await loaders[${index}]();`,
    `export const { ${named.join(', ')} } = all;`,
    ...(names.includes('default') ? ['export default all.default;'] : []),
    '',
  ].join('\n');
}

function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(spec|d)\.ts$/.test(entry.name))
    .map((entry) => slashed(relative(root, join(entry.parentPath ?? entry.path, entry.name))))
    .sort();
}

function slashed(path) {
  return path.split(sep).join('/');
}
