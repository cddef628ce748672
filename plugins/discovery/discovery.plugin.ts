import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { endpointSliceKind } from './endpoint-slice/endpoint-slice.kind.js';

/** The group of service endpoints. */
@ApiGroupPlugin({ group: 'discovery.k8s.io', versions: ['v1', 'v1beta1'], kinds: [endpointSliceKind] })
export class DiscoveryPlugin {}
