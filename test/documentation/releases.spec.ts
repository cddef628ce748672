import { readFileSync } from 'node:fs';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PARTS = ['members', 'tables', 'grid', 'custom', 'policies', 'new'];

/** The rows of the table by release: what passes of each part; parts that were not recorded are empty. */
function shown(): Record<string, string[]> {
  const rows = read('docs/releases.md').matchAll(/^\| (1\.\d+) +\|(.*)\|$/gm);
  return Object.fromEntries(
    [...rows].map(([, release, cells]) => [release, cells.split('|').map((cell) => cell.trim().split(' ')[0])]),
  );
}

it('The page of releases shows the floor of each release', () => {
  const floor = JSON.parse(read('test/conformance/floor.json')) as Record<string, Record<string, number> | undefined>;
  const heldTo = (release: string): string[] => PARTS.map((part) => String(floor[`releases ${part}`]?.[release] ?? ''));
  const releases = Object.keys(floor['releases members']!);
  expect(shown()).toEqual(Object.fromEntries(releases.map((release) => [release, heldTo(release)])));
});
