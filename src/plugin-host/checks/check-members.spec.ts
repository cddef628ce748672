import { ApiGroupPlugin, ApiType, type ApiGroupPluginOptions, Field, defineKind } from '../../plugin-api/index.js';
import { ObjectMeta } from '../../schema/index.js';
import type { PluginError } from '../mistakes/index.js';
import { readDeclarations } from './read-declarations.js';

/** Declarations as they come where types are not checked. */
type Unchecked = Record<string, unknown>;

function shipType(fieldOptions: Unchecked = {}, typeOptions: Unchecked = {}): abstract new () => object {
  class ShipSpec {
    readonly name?: string;
  }
  Field(1, 'string', { required: true, ...fieldOptions })(ShipSpec.prototype, 'name');
  ApiType({ name: 'com.example.v1.ShipSpec', ...typeOptions })(ShipSpec);
  class Ship {
    readonly metadata?: object;
    readonly spec?: ShipSpec;
  }
  Field(1, ObjectMeta)(Ship.prototype, 'metadata');
  Field(2, ShipSpec)(Ship.prototype, 'spec');
  ApiType({ name: 'com.example.v1.Ship' })(Ship);
  return Ship;
}

const version = (more: Unchecked = {}): Unchecked => ({ name: 'v1', type: shipType(), ...more });

function fleet(kind: Unchecked = {}, options: Unchecked = {}): readonly string[] {
  const ship = defineKind({ kind: 'Ship', plural: 'ships', versions: [version()], ...kind } as never);
  class FleetPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({ group: 'fleet.example.com', kinds: [ship], ...options } as ApiGroupPluginOptions)(FleetPlugin);
  try {
    readDeclarations([FleetPlugin]);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes;
  }
}

class MoorHandler {
  handle = (): Promise<never> => Promise.reject(new Error('not called'));
}

const column = { name: 'Size', type: 'string', description: 'Its size.', cell: () => '' };
const moor = { name: 'moor', verbs: ['create'], type: shipType(), handler: MoorHandler };

describe('checkMembers()', () => {
  it.each<[string, unknown, string | undefined]>([
    ['a resource', { group: 'apps', resource: 'deployments' }, undefined],
    ['a class', shipType(), undefined],
    [
      'a misspelled member',
      { group: 'apps', resource: 'deployments', verion: 'v1' },
      'unknown member "verion". Did you mean version?',
    ],
    [
      'a kind alone',
      { kind: 'ConfigMap' },
      "names no kind; give a class, or { group: 'apps', resource: 'deployments' }",
    ],
    ['nothing', undefined, "names no kind; give a class, or { group: 'apps', resource: 'deployments' }"],
    ['a definition of nothing', { group: '', definition: undefined }, 'its definition does not come from defineKind'],
    [
      'a definition with names in place of a class',
      {
        group: '',
        definition: { kind: 'ConfigMap', plural: 'configmaps', versions: [{ name: 'v1', type: { a: 1 } }] },
      },
      'the type of version v1 carries no @ApiType; give a class with it, or name the resource instead',
    ],
  ])('knows kinds of a cluster: %s', (_name, declared, mistake) => {
    const expected = mistake === undefined ? [] : [expect.stringContaining(`FleetPlugin: clusterKinds[0]`)];
    const found = fleet({}, { clusterKinds: [declared] });
    expect(found).toEqual(expected);
    expect(found.join()).toContain(mistake ?? '');
  });

  it.each<[string, readonly string[], string]>([
    ['a kind', fleet({ hasStatuss: true }), 'Ship: unknown member "hasStatuss". Did you mean hasStatus?'],
    ['a kind, like none', fleet({ lighthouse: 1 }), 'Ship: unknown member "lighthouse". Remove it.'],
    [
      'a version',
      fleet({ versions: [version({ conversions: {} })] }),
      'Ship/v1: unknown member "conversions". Did you mean conversion?',
    ],
    ['a plugin', fleet({}, { writeHook: [] }), '@ApiGroupPlugin: unknown member "writeHook". Did you mean writeHooks?'],
    [
      'options of a field',
      fleet({ versions: [version({ type: shipType({ requierd: true }) })] }),
      'Ship/v1: com.example.v1.ShipSpec.name: unknown member "requierd". Did you mean required?',
    ],
    [
      'options of a type',
      fleet({ versions: [version({ type: shipType({}, { default: () => {} }) })] }),
      'Ship/v1: com.example.v1.ShipSpec: @ApiType: unknown member "default". Did you mean defaults?',
    ],
    [
      'a column',
      fleet({ columns: [{ ...column, prioritiy: 1 }] }),
      'Ship: column "Size": unknown member "prioritiy". Did you mean priority?',
    ],
    [
      'a column of a version',
      fleet({ versions: [version({ columns: [{ ...column, formats: '' }] })] }),
      'Ship/v1: column "Size": unknown member "formats". Did you mean format?',
    ],
    [
      'a strategy',
      fleet({ strategy: { prepareForCrate: () => {} } }),
      'Ship: strategy: unknown member "prepareForCrate". Did you mean prepareForCreate?',
    ],
    [
      'a subresource',
      fleet({ subresources: [{ ...moor, validates: () => [] }] }),
      'Ship/moor: unknown member "validates". Did you mean validate?',
    ],
    [
      'the body of a subresource',
      fleet({ subresources: [{ ...moor, type: shipType({ docs: '' }) }] }),
      'Ship/moor: com.example.v1.ShipSpec.name: unknown member "docs". Did you mean doc?',
    ],
    [
      'a scale',
      fleet({ scale: { statusReplica: () => 1 } }),
      'Ship: scale: unknown member "statusReplica". Did you mean statusReplicas?',
    ],
    [
      'versions of another kind',
      fleet({}, { versionsOf: [{ of: { group: 'a', resource: 'piers' }, version: 1, versions: [] }] }),
      'versionsOf "piers": unknown member "version". Did you mean versions?',
    ],
    [
      'a version of another kind',
      fleet(
        {},
        {
          versionsOf: [{ of: { group: 'a', resource: 'piers' }, versions: [version({ serve: true })] }],
        },
      ),
      'piers/v1: unknown member "serve". Did you mean served?',
    ],
  ])('names an unknown member of %s', (_what, mistakes, expected) => {
    expect(mistakes).toContain(`FleetPlugin: ${expected}`);
  });

  it.each([
    ['int', 'Did you mean integer?'],
    ['dates', 'Did you mean date?'],
    ['quantity', 'Use string, integer, number, boolean, date.'],
  ])('names the unknown type %s of a column', (type, remedy) => {
    expect(fleet({ columns: [{ ...column, type }] })).toEqual([
      `FleetPlugin: Ship: column "Size": unknown type "${type}". ${remedy}`,
    ]);
  });

  it('leaves alone what strategies that are instances or classes have besides', () => {
    class ShipStrategy {
      readonly prepareForCrate = () => {};
    }
    expect([...fleet({ strategy: new ShipStrategy() }), ...fleet({ strategy: ShipStrategy })]).toEqual([]);
  });

  it('names a type once, however many versions have it', () => {
    const type = shipType({ docs: '' });
    const conversion = { toHub: () => ({}), fromHub: () => ({}) };
    const mistakes = fleet({ versions: [version({ type }), version({ type, name: 'v2', conversion })] });
    expect(mistakes.filter((text) => text.includes('"docs"'))).toHaveLength(1);
  });

  it('accepts a scale that is null, as one that is not declared', () => {
    expect(fleet({ scale: null })).toEqual([]);
  });

  it('accepts members that are undefined, and others of instances of classes', () => {
    class SizeColumn {
      readonly width = 3;
      readonly [key: string]: unknown;
    }
    const columns = [Object.assign(new SizeColumn(), column)];
    expect(fleet({ lighthouse: undefined, columns })).toEqual([]);
  });
});
