import { readFile } from 'node:fs/promises';
import { REQUEST_GATES } from '../../src/server/pipeline/request-gates.js';

const PAGE = new URL('../../docs/request-lifecycle.md', import.meta.url);

it('describes the gates of a request in their order', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [section] = page.slice(page.indexOf('## Gates')).split(/^## (?!Gates)/m);
  const described = [...section.matchAll(/^(\d+)\. \*\*(.+)\.\*\*/gm)].map(([, number, name]) => `${number} ${name}`);
  expect(described).toEqual(REQUEST_GATES.map(({ name }, index) => `${index + 1} ${name}`));
});
