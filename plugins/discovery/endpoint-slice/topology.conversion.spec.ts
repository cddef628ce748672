import type { Endpoint, EndpointSlice } from './endpoint-slice.v1.js';
import type { EndpointSliceV1beta1, EndpointV1beta1 } from './endpoint-slice.v1beta1.js';
import { topologyConversion } from './topology.conversion.js';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const slice = { metadata: { name: 's' }, addressType: 'IPv4' };
const toHub = (endpoint: EndpointV1beta1): Endpoint | undefined =>
  topologyConversion.toHub({ ...slice, endpoints: [endpoint] } as EndpointSliceV1beta1).endpoints?.[0];
const fromHub = (endpoint: Endpoint): EndpointV1beta1 | undefined =>
  topologyConversion.fromHub({ ...slice, endpoints: [endpoint] } as EndpointSlice).endpoints?.[0];

describe('topologyConversion', () => {
  it.each<[EndpointV1beta1, Endpoint]>([
    [{}, {}],
    [{ topology: { [ZONE]: 'z' } }, { zone: 'z' }],
    [{ nodeName: 'n', topology: { [HOST]: 'n' } }, { nodeName: 'n' }],
    [
      { nodeName: 'n', topology: { [HOST]: 'm' } },
      { nodeName: 'n', deprecatedTopology: { [HOST]: 'm' } },
    ],
    [
      { nodeName: 'n', topology: { [HOST]: 'n', [ZONE]: 'z', a: 'b' } },
      { nodeName: 'n', zone: 'z', deprecatedTopology: { a: 'b' } },
    ],
  ])('turns %j into %j and back [DIFF-EPS-01, DIFF-EPS-02]', (endpoint, converted) => {
    expect(toHub(endpoint)).toEqual(converted);
    expect(fromHub(converted)).toEqual(endpoint);
  });

  it('reports node and zone as labels too', () => {
    expect(fromHub({ nodeName: 'n' })?.topology).toEqual({ [HOST]: 'n' });
    expect(toHub({ nodeName: 'n', topology: {} })).toEqual({ nodeName: 'n' });
  });
});
