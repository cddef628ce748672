import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { virtualMemoryLimit } from './process-limits.js';

describe('virtualMemoryLimit()', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-limits-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a limit', 'Max address space         1073741824           unlimited            bytes', 1073741824],
    ['none', 'Max address space         unlimited            unlimited            bytes', 18446744073709551616],
    ['a system that says nothing of it', 'Max cpu time', undefined],
  ])('reads %s', (_, line, expected) => {
    const file = join(folder, 'limits');
    writeFileSync(file, `Limit  Soft Limit  Hard Limit  Units\n${line}\n`);
    expect(virtualMemoryLimit(file)).toBe(expected);
  });

  it('is unknown where there is no such file', () => {
    expect(virtualMemoryLimit(join(folder, 'none'))).toBeUndefined();
  });
});
