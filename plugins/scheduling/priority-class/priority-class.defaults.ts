/** Sets the preemption policy: pods preempt others of a lower priority. */
export function defaultPriorityClass(priorityClass: { preemptionPolicy?: string }): void {
  priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
}
