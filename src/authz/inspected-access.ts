/** A subject that is named by a rule. */
export interface AllowedSubject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind: string;
  readonly name: string;
  /** Of service accounts only. */
  readonly namespace?: string;
  /** The rule that allows it, human-readable. */
  readonly by: string;
}

/** The subjects that are allowed a request, as far as they are known. */
export interface AllowedSubjects {
  readonly subjects: readonly AllowedSubject[];
  /** The authorizers that may allow it to others as well. */
  readonly mayAllowOthers: readonly string[];
}

/** The counters of an authorizer. */
export interface AuthorizerStatistics {
  readonly type: string;
  readonly name: string;
  readonly allowed: number;
  readonly denied: number;
  /** Decisions of a webhook that are cached. */
  readonly kept?: number;
}
