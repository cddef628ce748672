import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import { ApiType, Field, noteSite } from '../../schema/index.js';
import { withPlaces } from './mistake-places.js';

const SOURCE = `import { ApiType } from 'binnacle/plugin-api';

@ApiType({ name: 'com.example.v1.Ship' })
export class Ship {
  @Field(1, 'string')
  name?: string;

  @Field(0, 'int32') @Min(1) size?: number;
}

interface Other { size: number }
`;

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-places-'));
  file = join(folder, 'ship.ts');
  await writeFile(file, SOURCE);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a line of the file the place at which something is declared. */
function at<T extends object>(declared: T, row: number): T {
  noteSite(declared, { stack: `Error\n    at ${file}:${row}:2` });
  return declared;
}

class Older {
  readonly isOlder = true;
}

class HarborPlugin {
  readonly isPlugin = true;
}

function harbor() {
  class Ship {
    readonly size?: number;
  }
  ApiType({ name: 'com.example.v1.Ship' })(Ship);
  Field(0, 'int32')(Ship.prototype, 'size');
  const version = { name: 'v1', type: at(Ship, 3) };
  const older = { name: 'v1beta1', type: Older, conversion: at({}, 31) };
  const ship = at({ kind: 'Ship', versions: [version, older] }, 21);
  const plugin = at(HarborPlugin, 41);
  const declaration = { kinds: [ship, { kind: 'Shipyard', versions: [] }] } as unknown as ApiGroupDeclaration;
  return [[plugin, declaration]] as const;
}

describe('withPlaces()', () => {
  it.each([
    ['the line of a member', 'HarborPlugin: Ship/v1: com.example.v1.Ship.size: 0 is no number', '8:30'],
    ['the class of a member that is not found', 'HarborPlugin: Ship/v1: com.example.v1.Ship.colour: is lost', '3:2'],
    [
      'the second of two members with one number',
      'HarborPlugin: Ship/v1: com.example.v1.Ship.size: field "name" has the number 1 too; use another one',
      '8:30',
    ],
    ['the class of its options', 'HarborPlugin: Ship/v1: com.example.v1.Ship: @ApiType: unknown member', '3:2'],
    ['a conversion', 'HarborPlugin: Ship/v1beta1: its conversion to the storage version and back changes a', '31:2'],
    [
      'the conversion of another version',
      'HarborPlugin: Ship/v1: its conversion to v1beta1 and back changes a',
      '31:2',
    ],
    ['moved fields', 'HarborPlugin: Ship/v1beta1: movedFields: v1 has no "spec.a"', '31:2'],
    ['the kind where a version has no conversion', 'HarborPlugin: Ship/v1: has no conversion; give one', '21:2'],
    ['the kind', 'HarborPlugin: Ship: has no versions; declare at least one', '21:2'],
    ['the kind of a subresource', 'HarborPlugin: Ship/moor: there is no verb "x"', '21:2'],
    ['the plugin where a kind has no place', 'HarborPlugin: Shipyard: has no versions', '41:2'],
    ['the plugin', 'HarborPlugin: version "1" is malformed', '41:2'],
  ])('adds %s', (_, mistake, place) => {
    expect(withPlaces([mistake], harbor())).toEqual([`${mistake} (${file}:${place})`]);
  });

  it.each(['HarborPlugin: its classes fail (/harbor/a.ts:1:2)', 'PierPlugin: version "1" is malformed'])(
    'leaves alone: %s',
    (mistake) => {
      expect(withPlaces([mistake], harbor())).toEqual([mistake]);
    },
  );

  it('adds no place in the server itself', () => {
    const plugin = { name: 'OwnPlugin' };
    noteSite(plugin, { stack: `Error\n    at ${import.meta.filename}:1:1` });
    const declaration = { kinds: [] } as unknown as ApiGroupDeclaration;
    expect(withPlaces(['OwnPlugin: is wrong'], [[plugin, declaration]])).toEqual(['OwnPlugin: is wrong']);
  });
});
