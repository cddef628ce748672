import { readFile } from 'node:fs/promises';
import { flags as EXTENSION_FLAGS } from '../../src/options/extension-flags.js';
import { pathKind } from '../../src/options/flag-kinds.js';
import { FLAGS } from '../../src/options/flags.js';

const PAGE = new URL('../../docs/operating.md', import.meta.url);

it('says of every flag that names a file when it is read again', async () => {
  const page = await readFile(PAGE, 'utf8');
  const rows = page
    .slice(page.indexOf('## Files that are read again'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const described = new Set(rows.flatMap((row) => [...row.matchAll(/`--([\w-]+)`/g)].map(([, name]) => name)));
  const files = [...FLAGS, ...EXTENSION_FLAGS].filter(({ kind, isFile }) => isFile || kind.parse === pathKind.parse);
  expect(files.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([]);
});
