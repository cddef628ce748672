import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { deviceClassKind } from './device-class/device-class.kind.js';
import { deviceTaintRuleKind } from './device-taint-rule/device-taint-rule.kind.js';
import { resourceClaimTemplateKind } from './resource-claim-template/resource-claim-template.kind.js';
import { resourceClaimKind } from './resource-claim/resource-claim.kind.js';
import { resourcePoolStatusRequestKind } from './resource-pool-status-request/resource-pool-status-request.kind.js';
import { resourceSliceKind } from './resource-slice/resource-slice.kind.js';

/** Devices, and claims to them. */
@ApiGroupPlugin({
  group: 'resource.k8s.io',
  versions: ['v1', 'v1beta2', 'v1beta1', 'v1alpha3'],
  kinds: [
    deviceClassKind,
    deviceTaintRuleKind,
    resourceClaimKind,
    resourceClaimTemplateKind,
    resourcePoolStatusRequestKind,
    resourceSliceKind,
  ],
})
export class ResourcePlugin {}
