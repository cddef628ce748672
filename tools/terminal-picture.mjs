// Records the session of docs/images/terminal.svg with the built program and kubectl, and draws it:
//   node tools/terminal-picture.mjs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { root } from './install.mjs';
import { record } from './terminal/record.mjs';
import { render } from './terminal/render.mjs';
import { SESSION } from './terminal/session.mjs';

await ensureBuilt();
const picture = render(await record(SESSION));
writeFileSync(join(root, 'docs', 'images', 'terminal.svg'), picture);
console.log(`${picture.length} bytes`);
