// Refuses to publish what is not built from the sources as they are: node tools/check-publication.mjs. npm runs it before
// `npm publish`; scripts that build come after it, and are left out by --ignore-scripts.
import { join } from 'node:path';
import { isBuildFresh, isFresh } from './build/freshness.mjs';
import { root } from './install.mjs';

const missing = [
  [isBuildFresh(), 'npm run build'],
  [isFresh(join(root, 'dist', 'types', 'src', 'index.d.ts')), 'npm run build:types'],
].flatMap(([isDone, command]) => (isDone ? [] : [command]));

if (missing.length > 0) {
  console.error(`The build is missing or older than the sources. Run ${missing.join(' && ')} first.`);
  process.exit(1);
}
