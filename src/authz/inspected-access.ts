/** Somebody who is named by a rule. */
export interface AllowedSubject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind: string;
  readonly name: string;
  /** Of service accounts only. */
  readonly namespace?: string;
  /** What allows it, for people. */
  readonly by: string;
}

/** Who may do something, as far as it can be told. */
export interface AllowedSubjects {
  readonly subjects: readonly AllowedSubject[];
  /** The authorizers that may allow it to others as well. */
  readonly mayAllowOthers: readonly string[];
}

/** What an authorizer has done so far. */
export interface AuthorizerStatistics {
  readonly type: string;
  readonly name: string;
  readonly allowed: number;
  readonly denied: number;
  /** Answers of a webhook that are kept now. */
  readonly kept?: number;
}
