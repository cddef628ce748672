/** The outcome of one validation of a policy. */
export interface PolicyDecision {
  /** Its place among the policy's validations; 0 where the policy as a whole has failed. */
  readonly index: number;
  readonly action: 'admit' | 'deny';
  /** True if it could not be evaluated. */
  readonly isError: boolean;
  /** The reason of a denial, in words; empty for an admission. */
  readonly message: string;
  /** The reason of a denial as a Status names it. */
  readonly reason: string;
  readonly seconds: number;
}

/** The outcome of one audit annotation of a policy that has a value or has failed. */
export type AnnotationOutcome = { readonly key: string; readonly seconds: number } & (
  | { readonly value: string; readonly error?: undefined }
  /** The request is to be refused with the error. */
  | { readonly error: string; readonly value?: undefined }
);

/** The outcome of a policy for a request and one parameter. */
export interface PolicyOutcome {
  readonly decisions: readonly PolicyDecision[];
  readonly annotations: readonly AnnotationOutcome[];
  /** True if its conditions are not met. */
  readonly isSkipped?: boolean;
}

/** The reason of denials that name none. */
export const DEFAULT_REASON = 'Invalid';
