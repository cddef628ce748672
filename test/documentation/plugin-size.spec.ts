import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('plugins', 'example', 'quay');
const TESTS = join('test', 'integration', 'quay-plugin.int-spec.ts');
/** Lines of a file, but for blank ones and comments. */
const linesOf = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;
const plugin = readdirSync(FOLDER).reduce((sum, file) => sum + linesOf(join(FOLDER, file)), 0);

// The figures of docs/writing-a-plugin.md.
describe('a plugin with two kinds, two versions, rules, a write hook, a controller and a subresource', () => {
  it('takes at most 160 lines', () => {
    expect(plugin).toBeLessThanOrEqual(160);
  });

  it('takes at most 220 lines with its tests', () => {
    expect(plugin + linesOf(TESTS)).toBeLessThanOrEqual(220);
  });
});
