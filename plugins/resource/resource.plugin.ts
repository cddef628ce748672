import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { deviceClassKind } from './device-class/device-class.kind.js';
import { resourceClaimTemplateKind } from './resource-claim-template/resource-claim-template.kind.js';
import { resourceClaimKind } from './resource-claim/resource-claim.kind.js';
import { resourceSliceKind } from './resource-slice/resource-slice.kind.js';

/** Devices, and claims to them. */
@ApiGroupPlugin({
  group: 'resource.k8s.io',
  versions: ['v1beta1', 'v1alpha3'],
  kinds: [deviceClassKind, resourceClaimKind, resourceClaimTemplateKind, resourceSliceKind],
})
export class ResourcePlugin {}
