import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileTypeScript } from './typescript-source.js';

const SERVER = import.meta.filename;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-source-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(text: string): Promise<string> {
  const file = join(folder, 'source.ts');
  await writeFile(file, text);
  return file;
}

describe('compileTypeScript()', () => {
  it('compiles decorators of TypeScript, and maps to the source', async () => {
    const file = await write('const d = (..._: unknown[]): void => {};\nexport class A {\n  @d b: string;\n}\n');
    const code = compileTypeScript(file, SERVER);
    expect(code).toContain('__decorateClass([');
    expect(code).not.toContain('b;');
    const [, map] = /sourceMappingURL=data:application\/json;base64,(\S+)/.exec(code)!;
    expect(JSON.parse(String(Buffer.from(map, 'base64')))).toMatchObject({
      sources: [expect.stringMatching(/source\.ts$/)],
    });
  });

  it('names the place of a syntax error', async () => {
    const file = await write('const a = 1;\nconst b = = 2;\n');
    expect(() => compileTypeScript(file, SERVER)).toThrow(`Unexpected "=" (${file}:2:11)`);
  });

  it('says what to install', async () => {
    const file = await write('export {};');
    const message = `npm install --save-dev esbuild (${file})`;
    expect(() => compileTypeScript(file, join(folder, 'server.js'))).toThrow(message);
  });
});
