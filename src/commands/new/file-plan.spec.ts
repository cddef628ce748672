import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilePlan } from './file-plan.js';

let folder: string;
let plan: FilePlan;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-plan-'));
  writeFileSync(join(folder, 'old.ts'), 'before');
  plan = new FilePlan();
  plan.create('src/new.ts', 'new');
  plan.edit('old.ts', 'after', 'not needed');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function carryOut(isDryRun: boolean): string {
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  plan.carryOut({ folder, shown: 'quays', isForced: false, isDryRun }, { out, err: out });
  return printed;
}

describe('FilePlan.carryOut()', () => {
  it('prints the files that it writes', () => {
    expect(carryOut(false)).toBe('created quays/src/new.ts\nedited  quays/old.ts\n');
    expect(readFileSync(join(folder, 'src/new.ts'), 'utf8')).toBe('new');
    expect(readFileSync(join(folder, 'old.ts'), 'utf8')).toBe('after');
  });

  it('prints what it would do in a dry run, and writes nothing', () => {
    expect(carryOut(true)).toBe(
      'would create quays/src/new.ts\nwould edit   quays/old.ts\nNothing was written (--dry-run).\n',
    );
    expect(existsSync(join(folder, 'src'))).toBe(false);
    expect(readFileSync(join(folder, 'old.ts'), 'utf8')).toBe('before');
  });
});
