/** The text shown in place of a secret. */
export const MASK = '[masked]';
