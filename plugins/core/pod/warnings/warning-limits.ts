/** How many warnings one rule gives: more than an answer shows of them, however short they are. */
export const MAX_WARNINGS = 500;
