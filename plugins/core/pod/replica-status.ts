import { invalid, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';

/** Counts of pods in the status of a workload. */
export interface ReplicaCounts {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
}

/** Which members of a status count a part of the pods. */
export interface ReplicaParts {
  readonly names: readonly string[];
  /** How messages name the ready ones; `readyReplicas` when unset. */
  readonly readyName?: string;
}

/** Checks that no part of the pods is more than all, and no more are available than ready. */
export function validateReplicaParts(
  status: ReplicaCounts,
  path: FieldPath,
  { names, readyName = 'readyReplicas' }: ReplicaParts,
): FieldError[] {
  const members = status as Readonly<Record<string, number | undefined>>;
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  const errors = names
    .filter((name) => (members[name] ?? 0) > replicas)
    .map((name) => invalid(path.child(name), members[name] ?? 0, 'cannot be greater than status.replicas'));
  if (availableReplicas > readyReplicas) {
    const text = `cannot be greater than ${readyName}`;
    errors.push(invalid(path.child('availableReplicas'), availableReplicas, text));
  }
  return errors;
}

/** Checks that the count of name collisions does not go down. */
export function validateCollisionCount(
  count: number | undefined,
  old: number | undefined,
  path: FieldPath,
): FieldError[] {
  if (old === undefined || (count ?? -1) >= old) return [];
  return [invalid(path.child('collisionCount'), count ?? 0, 'cannot be decremented')];
}
