/** The wanted audiences among those a credential is good for. */
export function commonAudiences(wanted: readonly string[], granted: readonly string[]): readonly string[] {
  return wanted.filter((audience) => granted.includes(audience));
}
