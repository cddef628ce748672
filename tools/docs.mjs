#!/usr/bin/env node
// Builds the documentation as a site of static files: node tools/docs.mjs [DIRECTORY]      dist/site by default
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildPages } from './docs/site/build-site.mjs';
import { root } from './install.mjs';

const ASSETS = join(root, 'tools', 'docs', 'assets');
const COPIED = { 'theme.js': ASSETS, 'site.css': ASSETS, 'icon.svg': join(root, 'plugins', 'console', 'web') };

const target = process.argv[2] ?? join(root, 'dist', 'site');
rmSync(target, { recursive: true, force: true });
const pages = buildPages();
for (const [path, content] of pages) {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), content);
}
for (const [name, folder] of Object.entries(COPIED)) copyFileSync(join(folder, name), join(target, name));
await build({
  entryPoints: [join(ASSETS, 'site.mjs')],
  outfile: join(target, 'site.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['chrome120', 'firefox121', 'safari17'],
  legalComments: 'inline',
  logLevel: 'warning',
});
console.log(`${pages.size} files: ${pathToFileURL(join(target, 'index.html'))}`);
