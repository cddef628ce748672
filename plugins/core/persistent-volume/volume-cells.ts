const SHORT: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Returns access modes in their short forms, always in the same order. */
export function formatAccessModes(modes: readonly string[] = []): string {
  return SHORT.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

/** Returns a class as tables show it, where not set differs from empty. */
export function formatClass(name: string | undefined): string {
  return name ?? '<unset>';
}
