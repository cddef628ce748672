/** The members of an object that exist only while a feature gate is on, with their gates. */
export type GatedMembers<T> = readonly (readonly [gate: string, member: keyof T])[];

/** Drops the members whose gate is off, unless the stored object, `old`, has them. */
export function dropDisabledMembers<T extends object>(
  { now, old }: { readonly now: T | undefined; readonly old: T | undefined },
  gated: GatedMembers<T>,
  isEnabled: (gate: string) => boolean,
): void {
  if (!now) return;
  for (const [gate, member] of gated) {
    if (now[member] !== undefined && old?.[member] === undefined && !isEnabled(gate)) delete now[member];
  }
}
