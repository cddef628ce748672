import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: readonly string[] };
}

/** The table of levels: the names in each row, without `src/`, and the row's level. */
const rows = [...readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8').matchAll(/^\| (\d+) +\| ([^|]+)\|/gm)].map(
  ([, level, names]) => ({
    level: Number(level),
    names: [...names.matchAll(/`src\/([^`]+)`/g)].map(([, name]) => name),
  }),
);
const levels = new Map(rows.flatMap(({ level, names }) => names.map((name) => [name, level] as const)));
const entries = readdirSync(join(ROOT, 'src'), { withFileTypes: true });

/** The folders that the import rules let each folder import from. */
function allowedImports(): Map<string, string[]> {
  const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as { forbidden: Rule[] };
  const ofLevels = forbidden.filter(({ name }) => name.startsWith('levels-'));
  return new Map(
    ofLevels.map(({ name, to }) => {
      const folder = name.slice('levels-'.length);
      const paths = (to.pathNot ?? []).flatMap((pattern) => /^\^src\/([\w-]+)\/$/.exec(pattern)?.[1] ?? []);
      return [folder, paths.filter((path) => path !== folder).sort()];
    }),
  );
}

describe('The table of levels', () => {
  it('has every folder and file of src once', () => {
    const names = entries.filter((entry) => entry.isDirectory() || /(?<!\.spec)\.ts$/.test(entry.name));
    expect(rows.flatMap((row) => row.names).sort()).toEqual(names.map(({ name }) => name).sort());
  });

  it('lets a folder import what the import rules let it import', () => {
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const lower = folders.map((folder) => {
      return [folder, folders.filter((other) => levels.get(other)! < levels.get(folder)!).sort()] as const;
    });
    expect(allowedImports()).toEqual(new Map(lower));
  });
});
