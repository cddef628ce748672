import { readFileSync } from 'node:fs';
import { COMPARED_PARTS, type ShownRelease, shownReleases } from '../../src/commands/releases/list-releases.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

let releases: readonly ShownRelease[];

beforeAll(async () => {
  releases = await shownReleases({ ownPlugins: () => Promise.resolve(BUILT_IN_PLUGINS) });
});

it('The page of releases shows how large each release is, and how much of it agrees', () => {
  const rows = read('docs/releases.md').matchAll(/^\| (1\.\d+) +\|(.*)\|$/gm);
  const shown = [...rows].map(([, release, cells]) => [release, ...cells.split('|').map((cell) => cell.trim())]);
  const expected = releases.map(({ release, groupVersions, kinds, types, fields, compared }) => {
    const agreements = COMPARED_PARTS.map((part) => compared[part]);
    const cells = agreements.map((result) => (result ? `${result.passed} of ${result.total}` : ''));
    return [release, ...[groupVersions, kinds, types, fields].map(String), ...cells];
  });
  expect(shown).toEqual(expected);
});

it('The command shows the floors of each release', () => {
  const floor = JSON.parse(read('test/conformance/floor.json')) as Record<string, Record<string, number>>;
  const named = COMPARED_PARTS.map((part) => [part, floor[`releases ${part}`]] as const);
  for (const { release, compared } of releases) {
    for (const [part, floors] of named)
      expect([part, release, compared[part]?.passed]).toEqual([part, release, floors[release]]);
  }
});
