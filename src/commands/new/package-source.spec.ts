import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageSource } from './package-source.js';

let folder: string;
let project: string;
let installed: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-source-'));
  project = join(folder, 'work', 'ports');
  installed = join(folder, 'work', 'node_modules', 'binnacle');
  await mkdir(installed, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const lock = (text: string) => writeFile(join(installed, '..', '.package-lock.json'), text);
const resolved = (place: string) =>
  lock(JSON.stringify({ packages: { 'node_modules/binnacle': { resolved: place } } }));

describe('the package as a dependency of a generated project', () => {
  it('is the archive that it was installed from, relative to the project', async () => {
    await writeFile(join(folder, 'binnacle-1.2.3.tgz'), '');
    await resolved('file:../binnacle-1.2.3.tgz');
    expect(packageSource(installed, '1.2.3', project)).toEqual({ spec: 'file:../../binnacle-1.2.3.tgz' });
  });

  it.each([
    ['came from a registry', () => resolved('https://registry.example/binnacle/-/binnacle-1.2.3.tgz')],
    ['came from an archive that is gone', () => resolved('file:../binnacle-1.2.3.tgz')],
    ['is not listed by npm', () => lock('{"packages":{}}')],
    ['was installed by another tool', () => undefined],
    ['has a broken list beside it', () => lock('{')],
  ])('is a range of versions where it %s', async (_, arrange) => {
    await arrange();
    expect(packageSource(installed, '1.2.3', project)).toEqual({ spec: '^1.2.3' });
  });

  it('is the archive of a clone, which may have to be made first', async () => {
    const clone = join(folder, 'clone');
    await mkdir(join(clone, 'src'), { recursive: true });
    await writeFile(join(clone, 'src', 'main.ts'), '');
    const spec = 'file:../../clone/binnacle-1.2.3.tgz';
    expect(packageSource(clone, '1.2.3', project)).toEqual({ spec, unpacked: clone });
    await writeFile(join(clone, 'binnacle-1.2.3.tgz'), '');
    expect(packageSource(clone, '1.2.3', project)).toEqual({ spec });
  });
});
