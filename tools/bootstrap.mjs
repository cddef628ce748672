// Keeps the objects that every server creates at its start in dist, for the first start of a test process:
// node tools/bootstrap.mjs. The build has to be there; it removes what an earlier one had.
import { join } from 'node:path';
import { root } from './install.mjs';

const { writeBootstrap } = await import('../dist/src/testing/bootstrap/write-bootstrap.js');
await writeBootstrap(join(root, 'dist', 'bootstrap.json'));
