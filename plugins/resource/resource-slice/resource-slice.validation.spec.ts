import fc from 'fast-check';
import { checkAs, formatFieldError } from '../../../src/apimachinery/index.js';
import { sliceFromV1alpha3, sliceFromV1beta1, validateBasics } from './resource-slice.conversion.js';
import type { Device, ResourceSlice, ResourceSliceSpec } from './resource-slice.v1.js';
import type { ResourceSliceV1alpha3 } from './resource-slice.v1alpha3.js';
import { validateSlice } from './resource-slice.validation.js';

const sliceOf = (members: Partial<ResourceSliceSpec> = {}): ResourceSlice => ({
  metadata: { name: 's' },
  spec: {
    driver: 'a.com',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    nodeName: 'n',
    devices: [{ name: 'd' }],
    ...members,
  },
});
const foundInDevice = (basic: Omit<Device, 'name'>): string[] =>
  validateSlice(sliceOf({ devices: [{ name: 'd', ...basic }] })).map((error) => {
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
    [{ devices: [{ name: 'd' }, { name: 'd' }] }, ['spec.devices[1].name: Duplicate value: "d"']],
  ])('finds of %j: %j', (members, errors) => {
    expect(validateSlice(sliceOf(members)).map(formatFieldError)).toEqual(errors);
  });

  it.each<[Omit<Device, 'name'>, string[]]>([
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

describe('validateBasics()', () => {
  it('demands what a device is like', () => {
    const devices = [{ basic: {} }, {}];
    expect(validateBasics({ spec: { devices } }).map(formatFieldError)).toEqual([
      'spec.devices[1].basic: Required value',
    ]);
  });
});

describe('validateSlice() as later releases', () => {
  const foundIn = (members: Partial<ResourceSliceSpec>, release = '1.36'): string[] =>
    checkAs(release, () => validateSlice(sliceOf(members))).map(formatFieldError);
  const SHARED = { name: 's', counters: { memory: { value: '8Gi' } } };
  const CONSUMED = { counterSet: 's', counters: { memory: { value: '1Gi' } } };
  const sharing = (requestPolicy: object): Device => ({
    name: 'd',
    allowMultipleAllocations: true,
    capacity: { memory: { value: '8Gi', requestPolicy } },
  });

  it.each<[Partial<ResourceSliceSpec>, string[]]>([
    [
      { nodeName: '' },
      [
        'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
        expect.stringContaining('spec: Required value: exactly one of `nodeName`') as string,
      ],
    ],
    [{ nodeName: undefined, perDeviceNodeSelection: true, devices: [{ name: 'd', nodeName: 'n' }] }, []],
    [
      { devices: [{ name: 'd', nodeName: 'n' }] },
      [expect.stringContaining('can only be set if `perDeviceNodeSelection` is set to true') as string],
    ],
    [
      { devices: [{ name: 'd', taints: [{ key: 'a b', effect: 'Else' }] }] },
      [
        expect.stringContaining('spec.devices[0].taints[0].key: Invalid value: "a b"') as string,
        'spec.devices[0].taints[0].effect: Unsupported value: "Else": supported values: "NoExecute", "NoSchedule", "None"',
      ],
    ],
    [
      { devices: [{ name: 'd', bindingConditions: ['a', 'a'] }] },
      [
        'spec.devices[0].bindingConditions[1]: Duplicate value: "a"',
        expect.stringContaining('bindingFailureConditions are required to use bindingConditions') as string,
      ],
    ],
    [{ devices: [sharing({ default: '1Gi', validValues: ['1Gi', '2Gi'] })] }, []],
    [{ devices: [sharing({ default: '1Gi', validRange: { min: '1Gi', step: '1Gi', max: '4Gi' } })] }, []],
    [
      { devices: [sharing({ default: '3Gi', validValues: ['2Gi', '1Gi', '16Gi'] })] },
      [
        expect.stringContaining('validValues[1]: Invalid value: "1Gi": values must be sorted') as string,
        expect.stringContaining('validValues[2]: Invalid value: "16Gi": option is larger') as string,
        expect.stringContaining('default value is not valid according to the requestPolicy') as string,
      ],
    ],
    [
      { devices: [sharing({ default: '1Gi', validRange: { min: '2Gi', step: '3Gi' } })] },
      [
        expect.stringContaining('default is less than min: 2Gi') as string,
        expect.stringContaining('value is not a multiple of a given step (3Gi) from (2Gi)') as string,
      ],
    ],
    [
      { devices: [{ ...sharing({ default: '1' }), allowMultipleAllocations: false }] },
      [expect.stringContaining('requestPolicy: Forbidden: allowMultipleAllocations must be true') as string],
    ],
    [{ devices: undefined, sharedCounters: [SHARED] }, []],
    [{ sharedCounters: [SHARED] }, ['spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed']],
  ])('finds of %j: %j', (members, errors) => {
    expect(foundIn(members)).toEqual(errors);
  });

  it('looks up shared amounts in the same slice before release 1.35', () => {
    const devices = [{ name: 'd', consumesCounters: [CONSUMED] }];
    const elsewhere = [{ name: 'd', consumesCounters: [{ ...CONSUMED, counterSet: 'x' }] }];
    expect(foundIn({ sharedCounters: [SHARED], devices }, '1.34')).toEqual([]);
    expect(foundIn({ sharedCounters: [SHARED], devices: elsewhere }, '1.34')).toEqual([
      expect.stringContaining('must reference a counterSet defined in the ResourceSlice sharedCounters'),
    ]);
    expect(foundIn({ devices: elsewhere }, '1.36')).toEqual([]);
  });

  it('takes fewer devices with taints', () => {
    const devices = (count: number): Device[] =>
      Array.from({ length: count }, (_, i) => ({ name: `d${i}`, taints: [{ key: 'k', effect: 'NoSchedule' }] }));
    expect(foundIn({ devices: devices(64) })).toEqual([]);
    expect(foundIn({ devices: devices(65) })).toEqual(['spec.devices: Too many: 65: must have at most 64 items']);
    expect(foundIn({ devices: devices(65) }, '1.34')).toEqual([]);
  });
});

describe('conversions of slices', () => {
  const capacity = fc.dictionary(
    fc.string(),
    fc.integer({ min: 0 }).map((n) => ({ value: String(n) })),
  );
  const devices = fc.array(fc.record({ name: fc.string(), capacity }));

  it.each([
    ['v1beta1', sliceFromV1beta1],
    ['v1alpha3', sliceFromV1alpha3],
  ])('of %s lose nothing in either direction', (_, conversion) => {
    fc.assert(
      fc.property(devices, (each) => {
        const slice = sliceOf({ devices: each });
        const spoke = conversion.fromHub(slice) as ResourceSliceV1alpha3 & never;
        expect(conversion.toHub(spoke)).toEqual(slice);
      }),
    );
  });
});
