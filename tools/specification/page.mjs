import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';
import { countStates } from './coverage.mjs';

const PAGE = join(root, 'docs', 'requirements.md');

const SHOWN = {
  covered: 'tested',
  partial: 'tested in part',
  open: 'no test yet',
  unbuilt: 'not built',
  untestable: 'cannot be tested',
};

/** Writes the page of requirements. */
export function writePage(areas) {
  writeFileSync(PAGE, renderPage(areas));
}

/** Reports whether the page shows the requirements as they are. */
export function isPageFresh(areas) {
  return readFileSync(PAGE, 'utf8') === renderPage(areas);
}

function renderPage(areas) {
  const { covered, partial, open, unbuilt, untestable } = countStates(areas.flatMap(({ rows }) => rows));
  const head = `<!-- Made by npm run coverage:spec -- --update from test/specification/requirements.tsv. -->

# Requirements

The requirements of the specification, line by line, and their test coverage. The specification has
${covered + partial + open + unbuilt + untestable} requirements: ${covered} are tested, ${partial} in part (the missing part is named), ${open} have no test yet, ${unbuilt} are not built, ${untestable} cannot be tested.
Tests name the requirements they prove in brackets at the end of their names; \`npm run coverage:spec\` lists them.
`;
  return [head, ...areas.map(renderArea)].join('\n');
}

function renderArea({ title, rows }) {
  const lines = rows.map(({ id, text, state, note }) => `- \`${id}\` ${text}: ${SHOWN[state]}${note && ` (${note})`}`);
  return `## ${title}\n\n${lines.join('\n')}\n`;
}
