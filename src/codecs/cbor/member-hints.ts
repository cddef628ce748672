import type { StructField, StructLayout } from '../../schema/index.js';

/** The encoding of a member that follows from its type and not from its value, where it differs from JSON. */
export interface MemberHint {
  /** `bytes`: the text is base64; `double`: a number is a float, also where it is whole. Of lists it is said of each element. */
  readonly scalar?: 'bytes' | 'double';
  /** The members of the struct, or of the structs in the list. */
  readonly members?: MemberHints;
  /** The values of the map, whatever their keys. */
  readonly each?: MemberHint;
}

/** Hints by the name of the member; only of those that need one, or lead to one. */
export type MemberHints = ReadonlyMap<string, MemberHint>;

const HINTS = new WeakMap<StructLayout, MemberHints>();

/** Returns the hints of a layout; empty for most, whose values say all of themselves. */
export function hintsOf(layout: StructLayout): MemberHints {
  let hints = HINTS.get(layout);
  if (!hints) {
    const made = new Map<string, MemberHint>();
    // Types may contain themselves: the map is there before it is filled.
    HINTS.set(layout, made);
    for (const field of layout.fields) {
      const hint = hintOf(field);
      if (hint) made.set(field.name, hint);
    }
    hints = made;
  }
  return hints;
}

function hintOf(field: StructField): MemberHint | undefined {
  const hint = hintOfValue(field);
  return hint && field.map ? { each: hint } : hint;
}

function hintOfValue({ scalar, struct }: StructField): MemberHint | undefined {
  if (scalar === 'bytes' || scalar === 'double') return { scalar };
  return struct && containsHint(struct, new Set()) ? { members: hintsOf(struct) } : undefined;
}

function containsHint(layout: StructLayout, seen: Set<StructLayout>): boolean {
  if (seen.has(layout)) return false;
  seen.add(layout);
  return layout.fields.some(
    ({ scalar, struct }) => scalar === 'bytes' || scalar === 'double' || (struct && containsHint(struct, seen)),
  );
}
