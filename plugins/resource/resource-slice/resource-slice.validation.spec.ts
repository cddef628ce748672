import fc from 'fast-check';
import { formatFieldError } from '../../../src/apimachinery/index.js';
import { sliceFromV1alpha3 } from './resource-slice.conversion.js';
import type { BasicDevice, ResourceSlice, ResourceSliceSpec } from './resource-slice.v1beta1.js';
import { validateSlice } from './resource-slice.validation.js';

const sliceOf = (members: Partial<ResourceSliceSpec> = {}): ResourceSlice => ({
  metadata: { name: 's' },
  spec: {
    driver: 'a.com',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    nodeName: 'n',
    devices: [{ name: 'd', basic: {} }],
    ...members,
  },
});
const foundInDevice = (basic: BasicDevice): string[] =>
  validateSlice(sliceOf({ devices: [{ name: 'd', basic }] })).map((error) => {
    return formatFieldError(error).replace('spec.devices[0].basic', 'basic');
  });
const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required';

describe('validateSlice()', () => {
  it.each<[Partial<ResourceSliceSpec>, string[]]>([
    [{}, []],
    [{ driver: '' }, ['spec.driver: Required value']],
    [
      { pool: { name: '', generation: -1, resourceSliceCount: 0 } },
      [
        'spec.pool.name: Required value',
        'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
        'spec.pool.generation: Invalid value: -1: must be greater than or equal to zero',
      ],
    ],
    [{ nodeName: undefined }, [`spec: Required value: ${ONE_OF}`]],
    [
      { allNodes: true },
      [`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${ONE_OF}, but multiple fields are set`],
    ],
    [
      { devices: [{ name: 'd' }, { name: 'd', basic: {} }] },
      ['spec.devices[0].basic: Required value', 'spec.devices[1].name: Duplicate value: "d"'],
    ],
  ])('finds of %j: %j', (members, errors) => {
    expect(validateSlice(sliceOf(members)).map(formatFieldError)).toEqual(errors);
  });

  it.each<[BasicDevice, string[]]>([
    [{ attributes: { a: { int: 0 }, 'x.com/b': { version: '1.2.3-rc.1+x' } }, capacity: { c: { value: '1' } } }, []],
    [{ attributes: { a: {} } }, ['basic.attributes[a]: Required value: exactly one value must be specified']],
    [{ attributes: { '': { int: 1 } } }, ['basic.attributes[]: Required value: name required']],
    [{ attributes: { '/a': { int: 1 } } }, ['basic.attributes[/a]: Required value: the domain must not be empty']],
    [
      { attributes: { a: { string: 'x'.repeat(65) } } },
      ['basic.attributes[a].string: Too long: may not be more than 64 bytes'],
    ],
    [
      { attributes: { a: { version: '01.2.3' } } },
      ['basic.attributes[a].version: Invalid value: "01.2.3": must be a string compatible with semver.org spec 2.0.0'],
    ],
    [
      { capacity: { '1': { value: '1' } } },
      [expect.stringContaining('basic.capacity[1]: Invalid value: "1"') as string],
    ],
  ])('finds of the device %j: %j', (basic, errors) => {
    expect(foundInDevice(basic)).toEqual(errors);
  });

  it('keeps driver, pool and node', () => {
    const next = sliceOf({ driver: 'b.com', nodeName: 'm' });
    expect(validateSlice(next, sliceOf()).map(({ field }) => field)).toEqual(['spec.driver', 'spec.nodeName']);
  });
});

describe('sliceFromV1alpha3', () => {
  it('loses nothing in either direction', () => {
    const capacity = fc.dictionary(
      fc.string(),
      fc.integer({ min: 0 }).map((n) => ({ value: String(n) })),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string(), basic: fc.record({ capacity }) })), (devices) => {
        const slice = sliceOf({ devices });
        expect(sliceFromV1alpha3.toHub(sliceFromV1alpha3.fromHub(slice))).toEqual(slice);
      }),
    );
  });
});
