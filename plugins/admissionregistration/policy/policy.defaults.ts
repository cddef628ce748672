/** Fills in what happens when a policy has no good answer. */
export function defaultPolicySpec(spec: { failurePolicy?: string }): void {
  spec.failurePolicy ??= 'Fail';
}

/** Fills in what happens when there are no parameters. */
export function defaultParamRef(ref: { parameterNotFoundAction?: string }): void {
  ref.parameterNotFoundAction ??= 'Deny';
}
