import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { PodTolerationRestrictionAdmission } from './pod-tolerations/pod-toleration-restriction.admission.js';
import { RuntimeClassAdmission } from './runtime-class/runtime-class.admission.js';
import { runtimeClassKind } from './runtime-class/runtime-class.kind.js';

/** How nodes run pods. */
@ApiGroupPlugin({
  group: 'node.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [runtimeClassKind],
  admission: [PodTolerationRestrictionAdmission, RuntimeClassAdmission],
})
export class NodePlugin {}
