/** The parameters of the rules for a pod spec besides the spec. */
export interface PodRules {
  /** Reports whether a feature gate is on. */
  readonly isEnabled: (gate: string) => boolean;
  /** A pod itself; false for the template of a workload. */
  readonly isPod: boolean;
  /** Privileged containers are refused everywhere. */
  readonly refusesPrivileged?: boolean;
  /** Stored selectors may hold values that would be refused today. */
  readonly allowsInvalidSelectors?: boolean;
  /** The stored node affinity may hold values that would be refused today. */
  readonly allowsInvalidNodeValues?: boolean;
  /** A stored annotation may hold a deletion cost that would be refused today. */
  readonly allowsInvalidDeletionCost?: boolean;
}

/** The context of the validation of a pod spec. */
export interface PodSurroundings {
  readonly rules: PodRules;
  /** The pod the spec is of; left out for templates. */
  readonly pod?: PodIdentity;
}

/** Name and labels of what a spec belongs to, as far as its rules look at them. */
export interface PodIdentity {
  readonly name?: string;
}
