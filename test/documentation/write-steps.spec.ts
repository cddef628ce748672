import { readFile } from 'node:fs/promises';
import { CREATION_STEPS } from '../../src/registry/store/writing/prepared-creation.js';
import { UPDATE_STEPS } from '../../src/registry/store/writing/prepared-update.js';

const PAGE = new URL('../../docs/request-lifecycle.md', import.meta.url);

it.each([
  ['CREATION_STEPS', CREATION_STEPS],
  ['UPDATE_STEPS', UPDATE_STEPS],
])('describes the steps of a write in the order of %s', async (list, steps) => {
  const text = (await readFile(PAGE, 'utf8')).replace(/\s+/g, ' ');
  const [, described] = new RegExp(`\\(\`${list}\`\\): ([^.]+)\\.`).exec(text)!;
  expect(described.split('; ')).toEqual(steps.map(({ name }) => name));
});
