import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { priorityClassKind } from './priority-class/priority-class.kind.js';
import { SystemPriorityClassesHook } from './priority-class/system-priority-classes.start-hook.js';

/** Priority classes. */
@ApiGroupPlugin({
  group: 'scheduling.k8s.io',
  versions: ['v1', 'v1beta1', 'v1alpha1'],
  kinds: [priorityClassKind],
  startHooks: [SystemPriorityClassesHook],
})
export class SchedulingPlugin {}
