import {
  ApiGroupPlugin,
  KindController,
  QueueController,
  type QueueControllerParts,
  WriteHook,
  defineKind,
} from '../../plugin-api/index.js';
import { checkContributed } from './contribution-classes.js';

const NONE = { admission: [], writeHooks: [], startHooks: [], authenticators: [], authorizers: [], healthChecks: [] };
const PARTS = { stores: {} } as QueueControllerParts;
const CONTROLLER = 'expected a class that extends QueueController or Controller';
const HOOK = 'expected a class that extends WriteHook';

class Berth {
  readonly isKind = true;
}

class Buoy {
  readonly metadata = {};
}

const buoyKind = defineKind<Buoy>({ kind: 'Buoy', plural: 'buoys', versions: [{ name: 'v1', type: Buoy }] });
// Makes the class known as that of the kind.
ApiGroupPlugin({ group: 'sea.example.com', kinds: [buoyKind] })(
  class {
    readonly isPlugin = true;
  },
);

/** An instance of a subclass that has these members, of which types demand more. */
function made<T extends object>(base: unknown, members: object): T {
  class Tide extends (base as new (parts: QueueControllerParts) => object) {}
  return Object.assign(new Tide(PARTS), { name: 'tide', ...members }) as T;
}

const nothing = () => Promise.resolve();

const ofController = (base: unknown, members: object): string[] =>
  checkContributed('SeaPlugin', { ...NONE, controllers: [made(base, members)] });
const ofHook = (members: object): string[] =>
  checkContributed('SeaPlugin', { ...NONE, controllers: [], writeHooks: [made<WriteHook>(WriteHook, members)] });

describe('checkContributed() of controllers', () => {
  it.each<[string, unknown, object, string]>([
    ['reconcile', QueueController, { watch: nothing, reconsile: nothing }, 'reconcile()'],
    ['watch', QueueController, { reconcile: nothing }, 'watch()'],
    ['reconcileObject', KindController, { type: Berth, reconcile: nothing }, 'reconcileObject()'],
    ['type', KindController, { reconcileObject: nothing }, 'type'],
    ['type that is a text', KindController, { reconcileObject: nothing, type: 'Tide' }, 'type'],
    ['name', KindController, { reconcileObject: nothing, type: {}, name: '' }, 'name'],
  ])('reports a missing %s', (_what, base, members, missing) => {
    expect(ofController(base, members)).toEqual([`SeaPlugin: controllers[0]: Tide has no ${missing}; ${CONTROLLER}`]);
  });

  it.each<[string, unknown, object]>([
    ['QueueController', QueueController, { watch: nothing, reconcile: nothing }],
    ['KindController with a class', KindController, { type: Berth, reconcileObject: nothing }],
    ['KindController with the names of a kind', KindController, { type: { kind: 'Tide' }, reconcileObject: nothing }],
  ])('accepts a %s', (_what, base, members) => {
    expect(ofController(base, members)).toEqual([]);
  });
});

describe('checkContributed() of write hooks', () => {
  it.each<[string, object, string]>([
    ['writesOf', { hook: nothing }, `Tide has no writesOf; ${HOOK}`],
    ['hook, beside writesOf', {}, `Tide has no hook(), writesOf; ${HOOK}`],
    [
      'resource',
      { hook: nothing, writesOf: [{ group: '', resource: 'pods' }, { group: '' }] },
      'Tide: writesOf[1]: has no resource; expected the plural of a kind',
    ],
    [
      'group of text',
      { hook: nothing, writesOf: [{ group: 1, resource: 'pods' }] },
      'Tide: writesOf[0]: its group is a number; expected the group of a kind',
    ],
    ['entry', { hook: nothing, writesOf: ['pods'] }, 'Tide: writesOf[0] is a string, no object'],
    [
      'class',
      { hook: nothing, writesOf: [{ type: undefined, operations: ['CREATE'] }] },
      'Tide: writesOf[0]: has no type; expected the class of a kind',
    ],
    [
      'plural in names',
      { hook: nothing, writesOf: [{ type: { group: 'sea.example.com' } }] },
      'Tide: writesOf[0]: type: has no resource; expected the plural of a kind',
    ],
    [
      'plugin of a class',
      { hook: nothing, writesOf: [{ type: Berth }] },
      'Tide: writesOf[0]: Berth is the class of no plugin that is loaded: import its plugin, or give group, version, kind, resource and scope',
    ],
  ])('reports a missing %s', (_what, members, mistake) => {
    expect(ofHook(members)).toEqual([`SeaPlugin: writeHooks[0]: ${mistake}`]);
  });

  it('accepts writes of a resource', () => {
    const named = { group: 'sea.example.com', resource: 'buoys' };
    const writesOf = [{ group: '', resource: 'pods' }, { type: Buoy }, { type: named, operations: ['DELETE'] }];
    expect(ofHook({ hook: nothing, writesOf })).toEqual([]);
  });
});
