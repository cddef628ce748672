import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../src/commands/command-table.js';

const PAGE = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

it.each(COMMANDS.map(({ name }) => name))('describes binnacle %s', (name) => {
  expect(PAGE).toMatch(new RegExp(`^\\| \`binnacle ${name}[\` ]`, 'm'));
});
