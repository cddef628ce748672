/** The members of a decision that `--authorization-decision-log-mask` can name. */
export const MASKED_MEMBERS = ['groups', 'name', 'namespace', 'path', 'reason', 'user'] as const;

/** One of MASKED_MEMBERS. */
export type MaskedMember = (typeof MASKED_MEMBERS)[number];
