import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLoadFault } from './load-fault.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-imports-'));
  await mkdir(join(folder, 'port'));
  await writeFile(
    join(folder, 'index.ts'),
    "\nimport { port } from './port/port.kind';\nimport './port';\nimport './gone';\n",
  );
  for (const name of ['port.kind.ts', 'index.js']) await writeFile(join(folder, 'port', name), 'export {};\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('describeLoadFault()', () => {
  it.each([
    [
      'an ending',
      'port/port.kind',
      "Cannot find module '%'",
      'ERR_MODULE_NOT_FOUND',
      2,
      "; write './port/port.kind.js'",
    ],
    [
      'the file of a folder',
      'port',
      "Directory import '%' is not supported resolving ES modules",
      'ERR_UNSUPPORTED_DIR_IMPORT',
      3,
      "; write './port/index.js'",
    ],
    ['a file that is not there', 'gone', "Cannot find module '%'", 'ERR_MODULE_NOT_FOUND', 4, ''],
  ])('names the import that lacks %s', (_what, missing, words, code, ...[line, hint]) => {
    const index = join(folder, 'index.ts');
    const text = words.replace('%', join(folder, missing));
    const error = Object.assign(new Error(`${text} imported from ${index}`), { code });
    expect(describeLoadFault(error, `file://${index}`)).toMatch(
      new RegExp(`^.* imported from .*index\\.ts:${line}:\\d+${hint}$`),
    );
  });
});
