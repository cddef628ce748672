// Refuses to publish what is not built from the sources as they are, and a version without a dated section in CHANGELOG.md:
// node tools/check-publication.mjs. npm runs it before `npm publish`; scripts that build come after it, and are left out by
// --ignore-scripts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuildFresh, isFresh } from './build/freshness.mjs';
import { root } from './install.mjs';

const missing = [
  [isBuildFresh(), 'npm run build'],
  [isFresh(join(root, 'dist', 'types', 'index.d.ts')), 'npm run build:types'],
].flatMap(([isDone, command]) => (isDone ? [] : [command]));

if (missing.length > 0) {
  console.error(`The build is missing or older than the sources. Run ${missing.join(' && ')} first.`);
  process.exit(1);
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!readFileSync(join(root, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version} (`)) {
  console.error(`CHANGELOG.md has no section "## ${version} (DATE)". docs/releasing.md has the steps.`);
  process.exit(1);
}
