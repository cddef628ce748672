// Builds the server into dist: node tools/build.mjs [--if-stale] [--sizes]
//   --if-stale  does nothing when dist is newer than the sources
//   --sizes     prints how much of the output comes from which package
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ensureInstalledForServing, root } from './install.mjs';
import { isBuildFresh, stampFile } from './build/freshness.mjs';

/** The directories of the packages in the bundle, for `bill-of-materials.mjs`. */
export const bundledPackagesFile = join(root, 'dist', '.packages.json');

/** The output of other tools: declarations and the site of the documentation. */
const OTHERS = /^dist\/(types|site)\//;

const IN_PACKAGE = /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Builds `dist`, and takes away what earlier builds left there. */
export async function build() {
  ensureInstalledForServing();
  const [{ build: esbuild }, { bundle }, { buildConsole }] = await Promise.all([
    import('esbuild'),
    import('./build/bundle.mjs'),
    import('./build/console.mjs'),
  ]);
  const builds = [bundle(esbuild, root), buildConsole(esbuild)];
  // esbuild does not end well while it is at work: both are waited for.
  await Promise.allSettled(builds);
  const [metafile, consoleFiles] = await Promise.all(builds).catch(fail);
  removeOthers(new Set([...Object.keys(metafile.outputs), ...consoleFiles]));
  // It is run by its name; what an earlier build has left keeps its mode.
  chmodSync(join(root, 'dist/src/main.js'), 0o755);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(bundledPackagesFile, `${JSON.stringify(packagesIn(metafile), undefined, 2)}\n`);
  writeFileSync(stampFile, '');
  return metafile;
}

/** Ends with an error; those of the sources esbuild has printed. */
function fail(error) {
  if (error.errors === undefined) console.error(`error: ${error.message}`);
  process.exit(1);
}

/** Builds when `dist` is missing or older than the sources. */
export async function ensureBuilt() {
  if (isBuildFresh()) return;
  console.error('Building ...');
  await build();
}

function removeOthers(outputs) {
  const dist = join(root, 'dist');
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath ?? entry.path, entry.name))
      .split(sep)
      .join('/');
    if (entry.isFile() && !OTHERS.test(path) && !outputs.has(path)) rmSync(join(root, path));
  }
}

/** The directories of the packages that a build has parts of. */
function packagesIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(inputs.flatMap((input) => IN_PACKAGE.exec(input)?.[1] ?? []))].sort();
}

function printSizes({ outputs }) {
  const sizes = new Map();
  for (const output of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? 'binnacle';
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  const sorted = [...sizes].sort((a, b) => b[1] - a[1]);
  for (const [name, bytes] of sorted) console.log(`${String(Math.round(bytes / 1024)).padStart(6)} KiB  ${name}`);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--if-stale')) await ensureBuilt();
  else {
    const metafile = await build();
    if (process.argv.includes('--sizes')) printSizes(metafile);
  }
}
