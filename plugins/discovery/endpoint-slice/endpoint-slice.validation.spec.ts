import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { endpointSliceStrategy } from './endpoint-slice.strategy.js';
import type { Endpoint, EndpointPort, EndpointSlice } from './endpoint-slice.v1.js';
import { validateEndpointSlice, validateEndpointSliceUpdate } from './endpoint-slice.validation.js';

const sliceOf = (addressType: string, endpoints: Endpoint[], ports: EndpointPort[] = []): EndpointSlice => ({
  metadata: { name: 's' },
  addressType,
  endpoints,
  ports,
});
const found = (slice: EndpointSlice): string[] => validateEndpointSlice(slice).map(formatFieldError);
const ADDRESSES = ['10.0.0.1'];

describe('validateEndpointSlice()', () => {
  it.each<[string, string[], string[]]>([
    ['IPv4', ['10.0.0.1', '::ffff:10.0.0.2'], []],
    ['IPv6', ['2001:db8::1'], []],
    ['FQDN', ['a.example.', 'b.example'], []],
    ['IPv4', [], ['endpoints[0].addresses: Required value: must contain at least 1 address']],
    [
      'IPv4',
      ['2001:db8::1'],
      ['endpoints[0].addresses[0]: Invalid value: "2001:db8::1": must be a valid IPv4 address'],
    ],
    ['IPv6', ['10.0.0.1'], ['endpoints[0].addresses[0]: Invalid value: "10.0.0.1": must be a valid IPv6 address']],
    ['IPv4', ['127.0.0.1'], [expect.stringContaining('may not be in the loopback range')]],
    [
      'FQDN',
      ['a'],
      [
        'endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments separated by dots',
      ],
    ],
    ['FQDN', [''], ['endpoints[0].addresses[0]: Required value']],
    ['', ['x'], ['addressType: Required value']],
    ['IP', ['x'], ['addressType: Unsupported value: "IP": supported values: "FQDN", "IPv4", "IPv6"']],
  ])('finds of %s addresses %j: %j', (addressType, addresses, errors) => {
    expect(found(sliceOf(addressType, [{ addresses }]))).toEqual(errors);
  });

  it.each<[Partial<Endpoint>, string[]]>([
    [{ hostname: 'h', nodeName: 'n.example', hints: { forZones: [{ name: 'a' }] } }, []],
    [{ hostname: 'a.b' }, [expect.stringMatching(/^endpoints\[0\]\.hostname: /)]],
    [{ nodeName: '' }, [expect.stringMatching(/^endpoints\[0\]\.nodeName: /)]],
    [
      { hints: { forZones: [{ name: 'a' }, { name: 'a' }] } },
      ['endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
    ],
    [
      { hints: { forZones: Array.from({ length: 9 }, () => ({ name: '-' })) } },
      ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
    ],
    [{ deprecatedTopology: { 'a b': 'x' } }, [expect.stringMatching(/^endpoints\[0\]\.deprecatedTopology: /)]],
  ])('finds of an endpoint %j: %j', (members, errors) => {
    expect(found(sliceOf('IPv4', [{ addresses: ADDRESSES, ...members }]))).toEqual(errors);
  });

  it.each<[EndpointPort[], string[]]>([
    [
      [
        { name: '', protocol: 'TCP' },
        { name: 'a', protocol: 'UDP', appProtocol: 'example.com/x' },
      ],
      [],
    ],
    [[{ protocol: 'TCP' }, { protocol: 'TCP' }], ['ports[1].name: Duplicate value: ""']],
    [
      [{ name: 'A', protocol: 'X' }],
      [
        expect.stringMatching(/^ports\[0\]\.name: Invalid/),
        'ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [[{ protocol: 'TCP', appProtocol: '-' }], [expect.stringMatching(/^ports\[0\]\.appProtocol: /)]],
    [[{}], ['ports[0].protocol: Required value']],
  ])('finds of ports %j: %j', (ports, errors) => {
    expect(found(sliceOf('IPv4', [], ports))).toEqual(errors);
  });

  it('bounds endpoints, addresses and ports', () => {
    const many = (length: number): Endpoint[] => Array.from({ length }, () => ({ addresses: ADDRESSES }));
    const ports = Array.from({ length: 20_001 }, () => ({}));
    expect(found(sliceOf('IPv4', many(1001), ports))).toEqual([
      'endpoints: Too many: 1001: must have at most 1000 items',
      'ports: Too many: 20001: must have at most 20000 items',
    ]);
    const addresses = Array.from({ length: 101 }, () => '10.0.0.1');
    expect(found(sliceOf('IPv4', [{ addresses }]))).toEqual([
      'endpoints[0].addresses: Too many: 101: must have at most 100 items',
    ]);
  });

  it('wants the type to stay', () => {
    const errors = validateEndpointSliceUpdate(sliceOf('IPv6', []), sliceOf('IPv4', []));
    expect(errors.map(formatFieldError)).toEqual(['addressType: Invalid value: "IPv6": field is immutable']);
  });
});

describe('the topology of earlier versions', () => {
  const { prepareForUpdate } = endpointSliceStrategy;
  const old = (): EndpointSlice => sliceOf('IPv4', [{ addresses: ADDRESSES, deprecatedTopology: { a: 'b' } }]);

  it('goes with the first change of the endpoints', () => {
    const same = old();
    prepareForUpdate!(same, old(), { isEnabled: () => true } as never);
    expect(same).toEqual(old());
    const next = sliceOf('IPv4', [{ addresses: ['10.0.0.2'], deprecatedTopology: { a: 'b' } }]);
    prepareForUpdate!(next, old(), { isEnabled: () => true } as never);
    expect(next.endpoints).toEqual([{ addresses: ['10.0.0.2'] }]);
  });
});
