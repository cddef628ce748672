/** Fills in how many pods there are. */
export function defaultReplicaSet({ spec }: { spec?: { replicas?: number } }): void {
  if (spec) spec.replicas ??= 1;
}
