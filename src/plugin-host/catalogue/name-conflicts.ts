import { formatApiVersion } from '../../apimachinery/index.js';
import type { NameConflict } from '../../plugin-api/built-in.js';
import type { KindDefinition, Stop } from '../../registry/index.js';

type NamedKind = Pick<KindDefinition, 'kind' | 'plural' | 'singular' | 'listKind' | 'shortNames'>;

/** The holder of names: one for each kind. */
export interface NameHolder {
  /** As conflicts name it. */
  readonly owner: string;
}

/** The names under which the kinds of all groups are known, the group versions of plugins, and who has them. */
export class KindNameOwners {
  private readonly holders = new Map<string, NameHolder>();
  private readonly held = new Map<NameHolder, Set<string>>();
  private readonly groupVersions = new Map<string, string[]>();
  private readonly listeners = new Set<(group: string) => void>();

  /** Takes the names of a kind, besides those the holder has. Answers names that others have; then nothing is taken. */
  take(holder: NameHolder, group: string, kind: NamedKind): NameConflict[] {
    const names = namesOf(group, kind);
    const taken = names.filter(({ key }) => (this.holders.get(key) ?? holder) !== holder);
    if (taken.length === 0) this.give(holder, names);
    return taken.map(({ name, value, key }) => ({ name, value, owner: this.holders.get(key)!.owner }));
  }

  /** Reserves the free names of a kind, and returns the others: so that every conflict of several is found. */
  takeFree(holder: NameHolder, group: string, kind: NamedKind): NameConflict[] {
    const conflicts = this.take(holder, group, kind);
    const isFree = ({ key }: Name): boolean => (this.holders.get(key) ?? holder) === holder;
    if (conflicts.length > 0) this.give(holder, namesOf(group, kind).filter(isFree));
    return conflicts;
  }

  /** Frees the names of a holder that the kind does not have. */
  keepOnly(holder: NameHolder, group: string, kind: NamedKind): void {
    const kept = new Set(namesOf(group, kind).map(({ key }) => key));
    for (const key of this.held.get(holder) ?? []) if (!kept.has(key)) this.free(holder, key);
  }

  /** Frees all names a holder has. */
  release(holder: NameHolder): void {
    for (const key of this.held.get(holder) ?? []) this.free(holder, key);
    this.held.delete(holder);
  }

  /** Reserves group versions for a plugin; several may have the same. Returns a function that releases them. */
  reserve(owner: string, group: string, versions: readonly string[]): () => void {
    const names = versions.map((version) => formatApiVersion({ group, version }));
    for (const name of names) this.groupVersions.set(name, [...(this.groupVersions.get(name) ?? []), owner]);
    return () => {
      for (const name of names) {
        const owners = this.groupVersions.get(name) ?? [];
        const left = owners.filter((_, i) => i !== owners.indexOf(owner));
        if (left.length > 0) this.groupVersions.set(name, left);
        else this.groupVersions.delete(name);
      }
    };
  }

  /** Returns the group versions that plugins other than the owner have. */
  reservedFor(owner: string, apiVersions: readonly string[]): NameConflict[] {
    return apiVersions.flatMap((value) => {
      const owners = this.groupVersions.get(value);
      return owners && !owners.includes(owner) ? [{ name: 'groupVersion', value, owner: owners[0] }] : [];
    });
  }

  /** Calls back when names of a group have become free; the answer ends that. */
  onFreed(listener: (group: string) => void): Stop {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Notifies that names of a group have become free, once everything that follows from it is done. */
  announceFreed(group: string): void {
    for (const listener of [...this.listeners]) listener(group);
  }

  private give(holder: NameHolder, names: readonly Name[]): void {
    let held = this.held.get(holder);
    if (!held) this.held.set(holder, (held = new Set()));
    for (const { key } of names) {
      this.holders.set(key, holder);
      held.add(key);
    }
  }

  private free(holder: NameHolder, key: string): void {
    this.holders.delete(key);
    this.held.get(holder)?.delete(key);
  }
}

/** Describes for each conflict what its plugin's author can do. Of names that follow from each other only the first is named. */
export function describeConflicts(owner: string, group: string, conflicts: readonly NameConflict[]): string[] {
  return conflicts
    .filter((conflict) => !conflicts.some((other) => isImplied(conflict, other)))
    .map(({ name, value, owner: other }) => {
      const where = `${WORDS[name]} "${value}" of group "${group}"`;
      return `${owner}: ${where} is already brought by ${other}; rename or remove it`;
    });
}

const WORDS: Readonly<Record<NameConflict['name'], string>> = {
  kind: 'kind',
  listKind: 'kind',
  plural: 'resource',
  singular: 'resource',
  shortNames: 'short name',
  groupVersion: 'version',
  storagePrefix: 'storage prefix',
};

/** A kind that is renamed has another list kind, and another singular unless it names one. */
function isImplied({ name, value }: NameConflict, other: NameConflict): boolean {
  if (name === 'listKind') return other.name === 'kind';
  if (name !== 'singular') return false;
  return other.name === 'plural' || (other.name === 'kind' && other.value.toLowerCase() === value);
}

interface Name extends Pick<NameConflict, 'name' | 'value'> {
  readonly key: string;
}

/** Resources, singulars and short names are looked up alike, and so are kinds and the kinds of their lists. */
function namesOf(group: string, { kind, plural, singular, listKind, shortNames = [] }: NamedKind): Name[] {
  const inSpace = (space: string, name: NameConflict['name'], value: string): Name => ({
    name,
    value,
    key: `${space} ${group}/${value}`,
  });
  const names = [
    inSpace('kinds', 'kind', kind),
    inSpace('kinds', 'listKind', listKind ?? `${kind}List`),
    inSpace('resources', 'plural', plural),
    inSpace('resources', 'singular', singular ?? kind.toLowerCase()),
    ...shortNames.map((value) => inSpace('resources', 'shortNames', value)),
  ];
  // A kind may be its own singular or short name.
  return [...new Map(names.map((name) => [name.key, name] as const).reverse()).values()].reverse();
}
