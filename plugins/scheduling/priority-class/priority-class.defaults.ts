/** Pods push out others of a lower priority, unless their class says otherwise. */
export function defaultPriorityClass(priorityClass: { preemptionPolicy?: string }): void {
  priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
}
