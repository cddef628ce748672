// Writes the declarations of the package into dist/types: node tools/declarations.mjs
// One file for each entry and one with what they share, which need no package but @types/node (docs/decisions/0370).
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { root } from './install.mjs';

const compiled = join(root, 'dist', '.declarations');
const written = join(root, 'dist', 'types');

/** The entries of the package by the names of their files. */
const ENTRIES = {
  index: join(compiled, 'src', 'index.d.ts'),
  'plugin-api': join(compiled, 'src', 'plugin-api', 'index.d.ts'),
  client: join(compiled, 'src', 'client', 'index.d.ts'),
  testing: join(compiled, 'src', 'testing', 'index.d.ts'),
};

/** The package whose types the entries mention; they are written out. */
const WRITTEN_OUT = '@nestjs/common';

function compile() {
  rmSync(compiled, { recursive: true, force: true });
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

/** Imports of modules whose types turned out not to be needed. */
const removeEmptyImports = {
  name: 'remove-empty-imports',
  renderChunk: (code) => ({ code: code.replaceAll(/^import '[^']+';\n/gm, ''), map: null }),
};

async function rollUp() {
  const bundle = await rollup({
    input: ENTRIES,
    external: (id) => !/^[./]/.test(id) && id !== WRITTEN_OUT && !/^[A-Z]:/i.test(id),
    plugins: [dts({ respectExternal: true, compilerOptions: { skipLibCheck: true } }), removeEmptyImports],
    // Names that no entry exports: the shared file has them.
    onLog: (level, log) => level === 'warn' || console.error(log.message),
  });
  rmSync(written, { recursive: true, force: true });
  const entries = new Set(Object.values(ENTRIES));
  await bundle.write({
    dir: written,
    format: 'es',
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name].d.ts',
    manualChunks: (id) => (entries.has(id) ? undefined : 'shared'),
  });
}

compile();
await rollUp();
rmSync(compiled, { recursive: true, force: true });
