import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { podGroupKind } from './pod-group/pod-group.kind.js';
import { priorityClassKind } from './priority-class/priority-class.kind.js';
import { SystemPriorityClassesHook } from './priority-class/system-priority-classes.start-hook.js';
import { workloadKind } from './workload/workload.kind.js';

/** Priority classes, and pods that are scheduled with regard to one another. */
@ApiGroupPlugin({
  group: 'scheduling.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha2', 'v1alpha1'],
  kinds: [podGroupKind, priorityClassKind, workloadKind],
  startHooks: [SystemPriorityClassesHook],
})
export class SchedulingPlugin {}
