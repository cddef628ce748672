import type { GroupVersionKind } from '../apimachinery/index.js';
import type { StructLayout } from '../schema/index.js';
import { homeInside, isRenamedIn } from './definition-names.js';
import { type Described, isSameKinds } from './known-kinds.js';
import type { DocumentedVersion } from './open-api-source.js';
import type { Schema } from './schema.js';

/** A definition with its references to others, in a form of its maker's. */
export interface MadeDefinition<Need> {
  readonly kinds: readonly GroupVersionKind[] | undefined;
  readonly schema: Schema;
  readonly needs: readonly Need[];
}

/** Definitions of one dialect by type, so that each is made once for all documents, as long as the type is in use. */
export class DefinitionMemo<Need> {
  private readonly byType = new WeakMap<Described, Map<string, MadeDefinition<Need>>>();
  private readonly named = new WeakMap<StructLayout, Map<string, boolean>>();
  private count = 0;

  /** How many definitions were made. */
  get made(): number {
    return this.count;
  }

  /** Reports whether a definition of a type was made. */
  has(type: Described): boolean {
    return this.byType.has(type);
  }

  /** Returns the definition of a type under a key; undefined where it was not made yet or its kinds have changed. */
  find(type: Described, key: string, kinds: readonly GroupVersionKind[] | undefined): MadeDefinition<Need> | undefined {
    const made = this.byType.get(type)?.get(key);
    return made && isSameKinds(made.kinds, kinds) ? made : undefined;
  }

  /** Keeps a definition in place of an earlier one. */
  keep(type: Described, key: string, made: MadeDefinition<Need>): void {
    this.count += 1;
    const known = this.byType.get(type);
    if (known) known.set(key, made);
    else this.byType.set(type, new Map([[key, made]]));
  }

  /** Returns the key of a definition among those of its type: its home, where the names of types inside it depend on that. */
  keyOf(type: StructLayout, home: DocumentedVersion): string {
    const place = `${home.group}/${home.version}`;
    const known = this.named.get(type) ?? new Map<string, boolean>();
    this.named.set(type, known);
    let isNamed = known.get(place);
    if (isNamed === undefined) known.set(place, (isNamed = areNamed(type, home, new Set())));
    return isNamed ? '' : place;
  }
}

/** Reports whether a type and all inside it have the same names in all documents. */
function areNamed(type: StructLayout, home: DocumentedVersion, visited: Set<StructLayout>): boolean {
  if (visited.has(type)) return true;
  visited.add(type);
  if (isRenamedIn(type, home)) return false;
  const inside = homeInside(type, home);
  return type.fields.every(({ struct }) => !struct || areNamed(struct, inside, visited));
}
