import { entryPoints } from './entry-points.mjs';
import { leaveOutDrivers } from './leave-out-drivers.mjs';
import { loadOnUse } from './load-on-use.mjs';

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
  `import { createRequire as createRequireHere } from 'node:module';`,
  `import { dirname as dirnameOf } from 'node:path';`,
  `import { fileURLToPath as pathOfUrl } from 'node:url';`,
  `const require = createRequireHere(import.meta.url), loadPackage = require;`,
  `const __filename = pathOfUrl(import.meta.url), __dirname = dirnameOf(__filename);`,
].join('');

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
  plugins: [leaveOutDrivers, loadOnUse],
  banner: { js: COMMONJS_NAMES },
  keepNames: true,
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
  logOverride: { 'require-resolve-not-external': 'silent', 'empty-import-meta': 'silent' },
  tsconfigRaw: { compilerOptions: { target: 'es2022', experimentalDecorators: true, useDefineForClassFields: false } },
};
