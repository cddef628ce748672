/** The spellings of one name that generated code needs. */
export interface WordForms {
  /** `BoatYard` */
  readonly pascal: string;
  /** `boatYard` */
  readonly camel: string;
  /** `boat-yard` */
  readonly kebab: string;
}

/** Returns the spellings of a name in kebab case or Pascal case. */
export function formsOf(name: string): WordForms {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
  const pascal = name.includes('-') || name === kebab ? kebab.split('-').map(capitalize).join('') : name;
  return { pascal, camel: pascal[0].toLowerCase() + pascal.slice(1), kebab };
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Returns the plural of a resource: `berths`, `policies`, `classes`. */
export function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}

/** Returns the singular of the name of a plugin, which is often the plural of its first kind: `ports` is for `port`. */
export function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return `${plural.slice(0, -3)}y`;
  if (/(?:ss|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return /[^su]s$/.test(plural) ? plural.slice(0, -1) : plural;
}
