import type { KindDefinition } from '../registry/index.js';

type NamedKind = Pick<KindDefinition, 'kind' | 'plural' | 'singular' | 'listKind' | 'shortNames'>;

/** The names under which the kinds of all groups are known, and who brought them. */
export class KindNameOwners {
  private readonly owners = new Map<string, string>();

  /** Takes the names of a kind for an owner. Answers what is wrong: names another one has; then nothing is taken. */
  take(owner: string, group: string, kind: NamedKind): string[] {
    const names = namesOf(group, kind);
    const taken = names.filter(({ key }) => this.owners.has(key));
    if (taken.length === 0) for (const { key } of names) this.owners.set(key, owner);
    return taken
      .filter((one) => !taken.some((other) => other.name === one.impliedBy))
      .map(({ what, name, key }) => {
        const where = `${what} "${name}" of group "${group}"`;
        return `${owner}: ${where} is already brought by ${this.owners.get(key)}; rename or remove it`;
      });
  }

  /** Gives the names of a kind back. */
  release(group: string, kind: NamedKind): void {
    for (const { key } of namesOf(group, kind)) this.owners.delete(key);
  }
}

interface Name {
  readonly what: string;
  readonly name: string;
  readonly key: string;
  /** The name it follows from: where that one is taken already, nothing more needs to be said. */
  readonly impliedBy?: string;
}

/** Resources, singulars and short names are looked up alike, and so are kinds and the kinds of their lists. */
function namesOf(group: string, { kind, plural, singular, listKind, shortNames = [] }: NamedKind): Name[] {
  const inSpace = (space: string, name: Omit<Name, 'key'>): Name => ({
    ...name,
    key: `${space} ${group}/${name.name}`,
  });
  const names = [
    inSpace('kinds', { what: 'kind', name: kind }),
    inSpace('kinds', { what: 'kind', name: listKind ?? `${kind}List`, impliedBy: kind }),
    inSpace('resources', { what: 'resource', name: plural }),
    inSpace('resources', { what: 'resource', name: singular ?? kind.toLowerCase(), impliedBy: plural }),
    ...shortNames.map((name) => inSpace('resources', { what: 'short name', name })),
  ];
  // A kind may be its own singular or short name.
  return [...new Map(names.map((name) => [name.key, name] as const).reverse()).values()].reverse();
}
