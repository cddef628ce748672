import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findKind, findPlugin } from './plugin-project.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'binnacle-project-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const kindText = (more: string): string => `
  export const boatKind = defineKind<Boat>({
    kind: 'Boat',
    plural: 'boats',${more}
    versions: [
      { name: 'v1', type: Boat, examples },
      { name: 'v1beta1', type: BoatV1beta1, conversion },
    ],
  });`;

describe('findKind()', () => {
  it.each([
    ['the first version where none is named as stored', '', 'v1', 'Boat'],
    ['the version that is named as stored', `\n    storageVersion: 'v1beta1',`, 'v1beta1', 'BoatV1beta1'],
  ])('reads %s', (_what, more, storageVersion, type) => {
    write('src/boat.kind.ts', kindText(more));
    expect(findKind(folder, 'Boat')).toMatchObject({ path: 'src/boat.kind.ts', storageVersion, type });
  });

  it('says that there is none', () => {
    write('src/boat.ts', 'export class Boat {}');
    expect(() => findKind(folder, undefined)).toThrow(
      'there is no *.kind.ts below src; add a kind first (binnacle new kind)',
    );
  });

  it('names the files with kinds that have no file of their own', () => {
    write('src/boats.plugin.ts', kindText(''));
    write('src/boats/ships.ts', kindText('').replace('<Boat>', ''));
    write('src/boats/none.ts', 'const defineKinds = undefined;');
    write('src/boats/boat.test.ts', kindText(''));
    expect(() => findKind(folder, 'Boat')).toThrow(
      'there is no *.kind.ts below src: a kind is expected in a file of its own, NAME.kind.ts, with its class in NAME.VERSION.ts; ' +
        'defineKind() is called in src/boats.plugin.ts, src/boats/ships.ts',
    );
  });

  it('names the file that it cannot read', () => {
    write('src/boat/boat.kind.ts', kindText('').replace('plural', 'plurals'));
    expect(() => findKind(folder, undefined)).toThrow(/^src.boat.boat\.kind\.ts: no kind can be read there; expected/);
  });
});

describe('findPlugin()', () => {
  const pluginText = (more: string): string => `
    @ApiGroupPlugin({ group: 'boats.example.com',${more} kinds: [boatKind] })
export class BoatsPlugin {}`;

  it.each([
    ['lists them', ` versions: ['v1', 'v1beta1'],`, ['v1', 'v1beta1']],
    ['leaves them to its kinds', '', undefined],
  ])('answers the versions of a plugin that %s', (_what, more, versions) => {
    write('src/boats.plugin.ts', pluginText(more));
    expect(findPlugin(folder)).toMatchObject({ className: 'BoatsPlugin', group: 'boats.example.com', versions });
  });

  it('reads the decorated class among others, and its own group and versions', () => {
    const before = `
export class DockingHook {
  readonly rule = { group: 'apps', versions: ['v1beta2'] };
}
const boatKind = defineKind({ versions: [{ name: 'v1', type: Boat }] });`;
    write('src/boats.plugin.ts', `${before}\n${pluginText('')}\nexport class Other {}`);
    const group = 'boats.example.com';
    expect(findPlugin(folder)).toMatchObject({ className: 'BoatsPlugin', group, versions: undefined });
  });

  it('refuses a decorated class that is not exported', () => {
    write('src/boats.plugin.ts', `${pluginText('').replace('export ', '')}\nexport class Other {}`);
    expect(() => findPlugin(folder)).toThrow('the class or the group of the plugin cannot be read from it');
  });
});
