import { ApiGroupPlugin, type ApiGroupPluginOptions, ApiType, Field, defineKind } from '../../plugin-api/index.js';
import { ObjectMeta } from '../../schema/index.js';
import { mistakesOf } from '../mistakes/index.js';
import type { PluginClass } from '../load/index.js';
import { readDeclarations } from './read-declarations.js';

/** Declarations as they come where types are not checked. */
type Unchecked = Record<string, unknown>;

class Booking {
  readonly metadata?: object;
}
Field(1, ObjectMeta)(Booking.prototype, 'metadata');
ApiType({ name: 'com.example.v1.Booking' })(Booking);

class MoorHandler {
  handle = (): Promise<never> => Promise.reject(new Error('not called'));
}

const version: Unchecked = { name: 'v1', type: Booking };
const kind: Unchecked = { kind: 'Booking', plural: 'bookings', versions: [version] };
const moor: Unchecked = { name: 'moor', verbs: ['create'], type: Booking, handler: MoorHandler };
const tow: Unchecked = {
  ...moor,
  name: 'tow',
  connector: MoorHandler,
  options: Booking,
  passage: 'request',
  group: '',
  version: 'v1',
};
const column: Unchecked = { name: 'Size', type: 'string', description: 'Its size.', cell: () => '' };
const COMMON = 'versionsOf[0]';

function plugin(options: Unchecked): PluginClass {
  class FerryPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({ group: 'ferry.example.com', kinds: [], ...options } as unknown as ApiGroupPluginOptions)(
    FerryPlugin,
  );
  return FerryPlugin;
}

const mistakesIn = (...plugins: PluginClass[]) => mistakesOf(() => void readDeclarations(plugins));

const ofPlugin = (options: Unchecked) => mistakesIn(plugin(options));
const ofKind = (more: Unchecked) => ofPlugin({ kinds: [defineKind({ ...kind, ...more } as never)] });
const ofVersion = (more: Unchecked) => ofKind({ versions: [{ ...version, ...more }] });
const ofMoor = (more: Unchecked) => ofKind({ subresources: [{ ...moor, ...more }] });
const ofTow = (more: Unchecked) => ofKind({ connections: [{ ...tow, ...more }] });
const ofAdded = (added: unknown) => ofPlugin({ kinds: [defineKind(kind as never)], versionsOf: [added] });

const A_CLASS = 'with @ApiType (files that import each other in a circle have none yet)';
const LAST_PART = 'expected text: the last part of its path';
const LOWER = 'expected text of lower-case letters and digits';

describe('readDeclarations() of a plugin that lacks required members', () => {
  it.each<[string, readonly string[], string]>([
    ['group', ofPlugin({ group: undefined }), 'has no group; expected a domain such as harbor.example.com'],
    ['group of text', ofPlugin({ group: 5 }), 'its group is a number; expected a domain such as harbor.example.com'],
    ['versions of text', ofPlugin({ versions: 'v1' }), 'its versions is a string; expected a list of names such as v1'],
    ['kind', ofKind({ kind: undefined }), 'bookings: has no kind; expected text in PascalCase'],
    ['plural', ofKind({ plural: undefined }), `Booking: has no plural; ${LOWER}`],
    ['plural of text', ofKind({ plural: 5 }), `Booking: its plural is a number; ${LOWER}`],
    ['versions of a kind', ofKind({ versions: undefined }), 'Booking: has no versions; expected a list of versions'],
    ['version', ofKind({ versions: [undefined] }), 'Booking: versions[0] is undefined, no object'],
    ['list of versions', ofKind({ versions: 'v1' }), 'Booking: its versions is a string, no list'],
    [
      'version name',
      ofVersion({ name: undefined }),
      'Booking: versions[0]: has no name; expected text such as v1 or v1beta1',
    ],
    [
      'name of text',
      ofVersion({ name: 1 }),
      'Booking: versions[0]: its name is a number; expected text such as v1 or v1beta1',
    ],
    ['version type', ofVersion({ type: undefined }), `Booking/v1: has no type; expected a class ${A_CLASS}`],
    ['version type', ofVersion({ type: null }), `Booking/v1: its type is null; expected a class ${A_CLASS}`],
    [
      'storage version',
      ofKind({ storageVersion: undefined }),
      'Booking: has no storageVersion; expected the name of one of its versions',
    ],
    ['subresource', ofKind({ subresources: [null] }), 'Booking: subresources[0] is null, no object'],
    ['list of subresources', ofKind({ subresources: moor }), 'Booking: its subresources is an object, no list'],
    ['subresource name', ofMoor({ name: undefined }), `Booking: subresources[0]: has no name; ${LAST_PART}`],
    [
      'subresource verbs',
      ofMoor({ verbs: undefined }),
      'Booking/moor: has no verbs; expected a list of verbs such as get',
    ],
    [
      'list of verbs',
      ofMoor({ verbs: 'get' }),
      'Booking/moor: its verbs is a string; expected a list of verbs such as get',
    ],
    [
      'list of verbs',
      ofMoor({ verbs: [1] }),
      'Booking/moor: its verbs is a list; expected a list of verbs such as get',
    ],
    [
      'subresource type',
      ofMoor({ type: undefined }),
      `Booking/moor: has no type; expected the class of its body, ${A_CLASS}`,
    ],
    [
      'subresource of a version',
      ofVersion({ subresources: [{ ...moor, verbs: undefined }] }),
      'Booking/v1/moor: has no verbs; expected a list of verbs such as get',
    ],
    ['connection name', ofTow({ kind: 'Tow', name: undefined }), `Booking: connections[0]: has no name; ${LAST_PART}`],
    ['connection kind', ofTow({}), 'Booking/tow: has no kind; expected text'],
    [
      'column name',
      ofKind({ columns: [{ ...column, name: undefined }] }),
      'Booking: columns[0]: has no name; expected text: the heading of the column',
    ],
    [
      'column type',
      ofKind({ columns: [{ ...column, type: undefined }] }),
      'Booking: column "Size": has no type; expected string, integer, number, boolean or date',
    ],
    [
      'cell',
      ofKind({ columns: [{ ...column, cell: 'size' }] }),
      'Booking: column "Size": its cell is a string; expected a function that returns the cell',
    ],
    [
      'kind of another plugin',
      ofAdded({ versions: [] }),
      `${COMMON}: has no of; expected the group and the resource of a kind`,
    ],
    [
      'resource',
      ofAdded({ of: { group: '' }, versions: [] }),
      `${COMMON}: of: has no resource; expected the plural of a kind`,
    ],
    [
      'versions of another',
      ofAdded({ of: { group: '', resource: 'pods' } }),
      `${COMMON}: has no versions; expected a list of versions`,
    ],
    [
      'type',
      ofAdded({ of: { group: '', resource: 'pods' }, versions: [{ name: 'v9' }] }),
      `pods/v9: has no type; expected a class ${A_CLASS}`,
    ],
  ])('reports a missing %s', (_what, mistakes, expected) => {
    expect(mistakes).toEqual([`FerryPlugin: ${expected}`]);
  });

  it('names a kind without names by its index', () => {
    const kinds = [kind, { ...kind, kind: undefined, plural: 7 }].map((each) => defineKind(each as never));
    expect(ofPlugin({ kinds })).toEqual([
      'FerryPlugin: kinds[1]: has no kind; expected text in PascalCase',
      `FerryPlugin: kinds[1]: its plural is a number; ${LOWER}`,
    ]);
  });

  it('reports a missing handler', () => {
    expect(ofMoor({ handler: undefined })).toEqual([
      expect.stringContaining('its handler of moor is undefined; expected'),
    ]);
  });

  it('reports the mistakes of other plugins, too', () => {
    class QuayPlugin {
      readonly isPlugin = true;
    }
    ApiGroupPlugin({ group: 'quay.example.com', versions: [], kinds: [] })(QuayPlugin);
    expect(mistakesIn(plugin({ group: undefined }), QuayPlugin)).toEqual([
      expect.stringMatching(/^FerryPlugin: has no group/),
      expect.stringMatching(/^QuayPlugin: group "quay.example.com" names no versions/),
    ]);
  });
});
