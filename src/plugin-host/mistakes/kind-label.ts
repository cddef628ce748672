/** Returns how messages name a kind of a plugin: by its kind, its plural, or its index where a declaration has neither. */
export function kindLabel({ kind, plural }: { readonly kind: unknown; readonly plural: unknown }, index = 0): string {
  const name = [kind, plural].find((each): each is string => typeof each === 'string' && each !== '');
  return name ?? `kinds[${index}]`;
}
