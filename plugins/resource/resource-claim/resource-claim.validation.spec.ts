import { checkAs, formatFieldError } from '../../../src/apimachinery/index.js';
import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { loadSelectorRules } from '../device-request/selector-rules.js';
import { claimFromV1beta1 } from './resource-claim.conversion.js';
import type { ResourceClaim, ResourceClaimStatus } from './resource-claim.v1.js';
import type { ResourceClaimV1beta1 } from './resource-claim.v1beta1.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './resource-claim.validation.js';

type DeviceClaim = NonNullable<ResourceClaim['spec']['devices']>;
type DeviceClaimV1beta1 = NonNullable<ResourceClaimV1beta1['spec']['devices']>;

const CONTEXT = { isEnabled: () => false, release: '1.32' } as unknown as StrategyContext;

const REQUEST = { name: 'r', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 };
const claimOf = (devices: DeviceClaimV1beta1 = {}): ResourceClaim =>
  claimFromV1beta1.toHub({ metadata: { name: 'c' }, spec: { devices: { requests: [REQUEST], ...devices } } });

describe('validateClaim()', () => {
  it.each<[DeviceClaimV1beta1, string[]]>([
    [{}, []],
    [
      { requests: [{ ...REQUEST, deviceClassName: '', count: 0 }] },
      [
        'spec.devices.requests[0].deviceClassName: Required value',
        'spec.devices.requests[0].count: Invalid value: 0: must be greater than zero',
      ],
    ],
    [
      {
        requests: [
          { ...REQUEST, allocationMode: 'All' },
          { ...REQUEST, allocationMode: 'Some' },
        ],
      },
      [
        "spec.devices.requests[0].count: Invalid value: 1: must not be specified when allocationMode is 'All'",
        'spec.devices.requests[1].allocationMode: Unsupported value: "Some": supported values: "All", "ExactCount"',
        'spec.devices.requests[1].name: Duplicate value: "r"',
      ],
    ],
    [
      { requests: [{ ...REQUEST, selectors: [{}, { cel: { expression: '' } }] }] },
      [
        'spec.devices.requests[0].selectors[0].cel: Required value',
        'spec.devices.requests[0].selectors[1].cel.expression: Required value',
      ],
    ],
    [
      { constraints: [{ requests: ['x'] }, { matchAttribute: 'size' }, { matchAttribute: 'a.com/size' }] },
      [
        'spec.devices.constraints[0].requests[0]: Invalid value: "x": must be the name of a request in the claim',
        'spec.devices.constraints[0].matchAttribute: Required value',
        'spec.devices.constraints[1].matchAttribute: Invalid value: "size": must include a domain',
      ],
    ],
    [
      { config: [{}, { opaque: { driver: 'a.com', parameters: [] as never } }] },
      [
        'spec.devices.config[0].opaque: Required value',
        'spec.devices.config[1].opaque.parameters: Invalid value: "<value omitted>": parameters must be a valid JSON object',
      ],
    ],
    [
      { config: [{ opaque: { driver: 'a.com', parameters: { a: 'b'.repeat(10_240) } } }] },
      ['spec.devices.config[0].opaque.parameters: Too long: may not be more than 10240 bytes'],
    ],
    [
      { requests: Array.from({ length: 33 }, (_, i) => ({ ...REQUEST, name: `r${i}` })) },
      ['spec.devices.requests: Too many: 33: must have at most 32 items'],
    ],
  ])('finds of %#: %j', (devices, errors) => {
    expect(validateClaim(claimOf(devices), CONTEXT).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateClaim() as later releases', () => {
  beforeAll(() => loadSelectorRules());

  const EXACTLY = { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 };
  const foundIn = (requests: DeviceClaim['requests'], release = '1.34', gates: readonly string[] = []): string[] => {
    const context = { isEnabled: (gate: string) => gates.includes(gate), release } as unknown as StrategyContext;
    const claim = { metadata: { name: 'c' }, spec: { devices: { requests } } };
    return checkAs(release, () => validateClaim(claim, context)).map(formatFieldError);
  };

  it.each<[DeviceClaim['requests'], string[]]>([
    [[{ name: 'r', exactly: EXACTLY }], []],
    [[{ name: 'r', firstAvailable: [{ name: 'a', ...EXACTLY }] }], []],
    [
      [{ name: 'r' }],
      ['spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required'],
    ],
    [
      [{ name: 'r', exactly: { ...EXACTLY, deviceClassName: '' } }],
      ['spec.devices.requests[0].exactly.deviceClassName: Required value'],
    ],
    [
      [{ name: 'r', exactly: { ...EXACTLY, tolerations: [{ operator: 'Exists', value: 'v', effect: 'Else' }] } }],
      [
        'spec.devices.requests[0].exactly.tolerations[0].value: Invalid value: "v": must be empty for operator `Exists`',
        expect.stringContaining('tolerations[0].effect: Unsupported value: "Else"') as string,
      ],
    ],
    [
      [{ name: 'r', firstAvailable: Array.from({ length: 9 }, (_, i) => ({ name: `a${i}`, ...EXACTLY })) }],
      ['spec.devices.requests[0].firstAvailable: Too many: 9: must have at most 8 items'],
    ],
  ])('finds of %j: %j', (requests, errors) => {
    expect(foundIn(requests)).toEqual(errors);
  });

  const selecting = (expression: string): DeviceClaim['requests'] => [
    { name: 'r', exactly: { ...EXACTLY, selectors: [{ cel: { expression } }] } },
  ];

  it.each<[string, RegExp | undefined]>([
    ['device.driver == "a.com"', undefined],
    [
      'device.attributes["a.com"].model == "x" && device.capacity["a.com"].memory.compareTo(quantity("1Gi")) > 0',
      undefined,
    ],
    ['cel.bind(own, device.attributes["a.com"], own.fast && own.version.isGreaterThan(semver("1.0.0")))', undefined],
    ['device.attributes["a.com"].fast', undefined],
    ['device.driver', /must evaluate to bool or the unknown type, not string$/],
    ['device.other', /compilation failed: ERROR: <input>:1:7: undefined field 'other'/],
    ['device.allowMultipleAllocations', /undefined field 'allowMultipleAllocations'/],
    ['x'.repeat(10_241), /Too long: may not be more than 10240 bytes$/],
    [
      `[${'device.attributes,'.repeat(20)}].all(a, a.all(b, a.all(c, a.all(d, a.all(e, true)))))`,
      /exceeds cost limit$/,
    ],
  ])('compiles %s', (expression, fault) => {
    const errors = foundIn(selecting(expression));
    expect(errors).toEqual(fault ? [expect.stringMatching(fault)] : []);
  });

  it('knows of shared devices where the gate is on', () => {
    expect(foundIn(selecting('device.allowMultipleAllocations'), '1.34', ['DRAConsumableCapacity'])).toEqual([]);
  });
});

describe('validateClaimUpdate()', () => {
  it('keeps what is asked for', () => {
    const other = claimOf({ requests: [{ ...REQUEST, count: 2 }] });
    expect(validateClaimUpdate(claimOf(), claimOf(), CONTEXT)).toEqual([]);
    expect(validateClaimUpdate(other, claimOf(), CONTEXT).map(({ field, reason }) => [field, reason])).toEqual([
      ['spec', 'FieldValueInvalid'],
    ]);
  });
});

describe('validateClaimStatus()', () => {
  const RESULT = { request: 'r', driver: 'a.com', pool: 'p', device: 'd' };
  const allocation = { devices: { results: [RESULT] } };
  const consumer = { resource: 'pods', name: 'n', uid: 'u' };
  const foundIn = (status: ResourceClaimStatus, old: ResourceClaimStatus = {}): string[] =>
    validateClaimStatus({ ...claimOf(), status }, { ...claimOf(), status: old }).map(formatFieldError);

  it.each<[ResourceClaimStatus, ResourceClaimStatus, string[]]>([
    [{ allocation, reservedFor: [consumer] }, {}, []],
    [
      { reservedFor: [consumer] },
      {},
      ['status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
    ],
    [
      { allocation, reservedFor: [consumer, { ...consumer, name: '' }] },
      {},
      ['status.reservedFor[1].name: Required value', 'status.reservedFor[1].uid: Duplicate value: "u"'],
    ],
    [
      { allocation: { devices: { results: [{ ...RESULT, request: 'x' }], config: [{ source: 'Else' }] } } },
      {},
      [
        'status.allocation.devices.results[0].request: Invalid value: "x": must be the name of a request in the claim',
        'status.allocation.devices.config[0].source: Unsupported value: "Else": supported values: "FromClaim", "FromClass"',
        'status.allocation.devices.config[0].opaque: Required value',
      ],
    ],
    [
      {
        allocation,
        devices: [{ driver: 'a.com', pool: 'p', device: 'd', networkData: { ips: ['10.0.0.01/8', 'x'] } }],
      },
      {},
      [
        'status.devices[0].networkData.ips[0]: Invalid value: "10.0.0.01/8": must be in canonical form (10.0.0.1/8)',
        expect.stringContaining('status.devices[0].networkData.ips[1]: Invalid value: "x"') as string,
      ],
    ],
    [
      { allocation, devices: [{ driver: 'a.com', pool: 'p', device: 'e' }] },
      {},
      ['status.devices[0]: Invalid value: "a.com/p/e": must be an allocated device in the claim'],
    ],
  ])('finds of %#: %j', (status, old, errors) => {
    expect(foundIn(status, old)).toEqual(errors);
  });

  it('keeps an allocation as it is', () => {
    expect(foundIn({ allocation }, { allocation: { devices: { results: [] } } })).toEqual([
      expect.stringContaining('status.allocation: Invalid value'),
    ]);
    expect(foundIn({}, { allocation })).toEqual([]);
  });
});
