import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('plugins', 'example', 'quay');
const TESTS = join('test', 'integration', 'quay-plugin.int-spec.ts');
const linesOf = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;
const plugin = readdirSync(FOLDER).reduce((sum, file) => sum + linesOf(join(FOLDER, file)), 0);

// The figures of docs/writing-a-plugin.md.
describe('a plugin with two kinds, two versions, rules, a controller and a subresource', () => {
  it('takes at most 190 lines', () => {
    expect(plugin).toBeLessThanOrEqual(190);
  });

  it('takes at most 250 lines with its tests', () => {
    expect(plugin + linesOf(TESTS)).toBeLessThanOrEqual(250);
  });
});
