/** Where plugin classes were loaded from, for messages; those of the program itself are not in it. */
const SOURCES = new WeakMap<object, string>();

/** Remembers what a plugin class was loaded by: the path or the package name that was given. */
export function rememberSource(plugin: object, specifier: string): void {
  if (!SOURCES.has(plugin)) SOURCES.set(plugin, specifier);
}

/** Returns how messages name a plugin: its class, and where that was loaded from. */
export function nameOf(plugin: { readonly name: string }): string {
  const source = sourceOf(plugin);
  return source === undefined ? plugin.name : `${plugin.name} (${source})`;
}

/** Returns the source of a plugin class; undefined for classes that were passed in. */
export function sourceOf(plugin: object): string | undefined {
  return SOURCES.get(plugin);
}
