import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const changelog = readFileSync(resolve('CHANGELOG.md'), 'utf8');
const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as { version: string };

describe('CHANGELOG.md', () => {
  it('has what is not released first, then the version of the package with its date', () => {
    const sections = [...changelog.matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
    expect(sections[0]).toBe('Unreleased');
    expect(sections[1]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));
  });

  it('names each area of a version once', () => {
    for (const section of changelog.split(/^## /m).slice(1)) {
      const areas = [...section.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
      expect(areas).toEqual([...new Set(areas)]);
    }
  });
});
