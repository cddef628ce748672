import { moveChunks } from './compiled-chunks.mjs';
import { compiledPackages } from './compiled-packages.mjs';
import { entryPoints } from './entry-points.mjs';
import { lateFormats } from './late-formats.mjs';
import { leaveOutDrivers } from './leave-out-drivers.mjs';
import { loadOnUse } from './load-on-use.mjs';
import { namedExports } from './named-exports.mjs';
import { withoutRootPath } from './without-root-path.mjs';

/** Native code, and optional packages that Nest asks for and this server does without. */
const EXTERNAL = [
  'sqlite3',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'class-transformer/storage',
];

/** CommonJS packages inside the bundle expect what Node gives to CommonJS files. */
const COMMONJS_NAMES = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `import { dirname as __directoryOf } from 'node:path';`,
  `import { fileURLToPath as __pathOf } from 'node:url';`,
  `const require = __createRequire(import.meta.url), __loadPackage = require;`,
  `const __filename = __pathOf(import.meta.url), __dirname = __directoryOf(__filename);`,
].join('\n');

const PACKAGE_PLUGINS = [lateFormats, leaveOutDrivers, loadOnUse, withoutRootPath];

/** The options of esbuild; docs/decisions/0001-bundled-build.md has the reasons and the figures. */
export const bundleOptions = {
  entryPoints,
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL,
  plugins: [namedExports, ...PACKAGE_PLUGINS],
  banner: { js: COMMONJS_NAMES },
  minifySyntax: true,
  minifyWhitespace: true,
  // Node shows the line of an error that nothing caught.
  lineLimit: 160,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
  logOverride: { 'require-resolve-not-external': 'silent', 'empty-import-meta': 'silent' },
  tsconfigRaw: { compilerOptions: { target: 'es2022', experimentalDecorators: true, useDefineForClassFields: false } },
};

/** Builds the server, with scripts of what every start loads, whose compiled code is kept. Answers esbuild's account of all outputs. */
export async function bundle(esbuild, absWorkingDir) {
  const packages = compiledPackages();
  const options = { ...bundleOptions, absWorkingDir };
  const { metafile } = await esbuild({ ...options, plugins: [namedExports, packages.plugin, ...PACKAGE_PLUGINS] });
  const scripts = await packages.buildScripts(esbuild, { ...options, plugins: PACKAGE_PLUGINS });
  const chunks = await moveChunks(metafile.outputs);
  return { outputs: { ...metafile.outputs, ...scripts.outputs, ...chunks } };
}
