import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { DeviceClaim } from '../device-request/device-request.v1beta1.js';
import type { ResourceClaim, ResourceClaimStatus } from './resource-claim.v1beta1.js';
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './resource-claim.validation.js';

const REQUEST = { name: 'r', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 1 };
const claimOf = (devices: DeviceClaim = {}): ResourceClaim => ({
  metadata: { name: 'c' },
  spec: { devices: { requests: [REQUEST], ...devices } },
});

describe('validateClaim()', () => {
  it.each<[DeviceClaim, string[]]>([
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
    expect(validateClaim(claimOf(devices)).map(formatFieldError)).toEqual(errors);
  });
});

describe('validateClaimUpdate()', () => {
  it('keeps what is asked for', () => {
    const other = claimOf({ requests: [{ ...REQUEST, count: 2 }] });
    expect(validateClaimUpdate(claimOf(), claimOf())).toEqual([]);
    expect(validateClaimUpdate(other, claimOf()).map(({ field, reason }) => [field, reason])).toEqual([
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
