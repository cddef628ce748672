import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { controllerRevisionKind } from './controller-revision/controller-revision.kind.js';
import { daemonSetKind } from './daemon-set/daemon-set.kind.js';
import { deploymentKind } from './deployment/deployment.kind.js';
import { replicaSetKind } from './replica-set/replica-set.kind.js';
import { statefulSetKind } from './stateful-set/stateful-set.kind.js';

/** Workloads that keep running. */
@ApiGroupPlugin({
  group: 'apps',
  versions: ['v1', 'v1beta2', 'v1beta1'],
  kinds: [controllerRevisionKind, daemonSetKind, deploymentKind, replicaSetKind, statefulSetKind],
})
export class AppsPlugin {}
