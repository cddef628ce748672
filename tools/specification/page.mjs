import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { countStates } from './coverage.mjs';

const PAGE = join(root, 'docs', 'requirements.md');

const SHOWN = { covered: 'tested', open: 'no test yet', unbuilt: 'not built', untestable: 'cannot be tested' };

/** Writes the page of requirements. */
export function writePage(areas) {
  writeFileSync(PAGE, renderPage(areas));
}

/** Whether the page shows the requirements as they are. */
export function isPageFresh(areas) {
  return readFileSync(PAGE, 'utf8') === renderPage(areas);
}

function renderPage(areas) {
  const { covered, open, unbuilt, untestable } = countStates(areas.flatMap(({ rows }) => rows));
  const head = `<!-- Made by npm run coverage:spec -- --update from test/specification/requirements.tsv. -->

# Requirements

What the server has to do, line by line, and whether a test shows that it does. The specification has
${covered + open + unbuilt + untestable} requirements: ${covered} are tested, ${open} have no test yet, ${unbuilt} are not built, ${untestable} cannot be tested.
Tests name what they prove in brackets at the end of their names; \`npm run coverage:spec\` prints which.
`;
  return [head, ...areas.map(renderArea)].join('\n');
}

function renderArea({ title, rows }) {
  const lines = rows.map(({ id, text, state, note }) => `- \`${id}\` ${text}: ${SHOWN[state]}${note && ` (${note})`}`);
  return `## ${title}\n\n${lines.join('\n')}\n`;
}
