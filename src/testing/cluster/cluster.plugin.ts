import { ApiGroupPlugin, type ApiGroupPluginOptions } from '../../plugin-api/index.js';
import { ClusterEvents } from './cluster-events.js';
import { FakeContainerLogs } from './nodes/fake-container-logs.js';
import { PodScripts } from './nodes/fake-nodes.js';
import { KubeletController } from './nodes/kubelet.controller.js';
import { NodeHeartbeatController } from './nodes/node-heartbeat.controller.js';
import { SchedulerController } from './nodes/scheduler.controller.js';
import { CertificateSignerController } from './certificates/certificate-signer.controller.js';
import { DeploymentController } from './workloads/deployment.controller.js';
import { JobController } from './workloads/job.controller.js';
import { ReplicaSetController } from './workloads/replica-set.controller.js';
import { StatefulSetController } from './workloads/stateful-set.controller.js';

/** Creates a plugin that runs workloads on fake nodes, with the scripts of one server; `startHooks` run at its start. */
export function clusterPlugin(scripts: PodScripts, startHooks: ApiGroupPluginOptions['startHooks'] = []) {
  @ApiGroupPlugin({
    group: 'testing.binnacle.dev',
    versions: ['v1'],
    kinds: [],
    providers: [{ provide: PodScripts, useValue: scripts }, ClusterEvents, FakeContainerLogs],
    startHooks,
    controllers: [
      DeploymentController,
      ReplicaSetController,
      StatefulSetController,
      JobController,
      SchedulerController,
      KubeletController,
      NodeHeartbeatController,
      CertificateSignerController,
    ],
  })
  class TestingClusterPlugin {}
  return TestingClusterPlugin;
}
