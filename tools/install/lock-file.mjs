// Parts of a package-lock.json.

/**
 * Returns the entries of packages and of all that they depend on, by path.
 * @param {ReadonlyMap<string, object>} packages the entries of a lock file, by path
 * @param {readonly string[]} names the packages to begin with, as they are installed at the top
 * @returns {Map<string, object>}
 */
export function reachableFrom(packages, names) {
  const reached = new Map();
  const paths = names.map((name) => `node_modules/${name}`);
  for (const path of paths) {
    const entry = packages.get(path);
    if (!entry || reached.has(path)) continue;
    reached.set(path, entry);
    paths.push(...dependenciesOf(entry).flatMap((name) => find(packages, path, name) ?? []));
  }
  return reached;
}

/** Names of dependencies; packages that a peer may do without are left out. */
function dependenciesOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Where a package finds another one: inside itself, or in a node_modules above. */
function find(packages, from, name) {
  const folders = from.split('/node_modules/');
  for (let depth = folders.length; depth >= 0; depth--) {
    const path = [...folders.slice(0, depth), name]
      .join('/node_modules/')
      .replace(/^(?!node_modules\/)/, 'node_modules/');
    if (packages.has(path)) return path;
  }
  return undefined;
}

/**
 * Returns a lock file of a program that depends on some of the packages.
 * @param {object} lock the whole lock file
 * @param {ReadonlyMap<string, object>} packages the entries that stay
 * @param {readonly string[]} names the packages that the program depends on
 * @returns {object}
 */
export function withOnly(lock, packages, names) {
  const { dependencies, devDependencies, engines } = lock.packages[''];
  const versions = { ...devDependencies, ...dependencies };
  const own = { engines, dependencies: Object.fromEntries(names.map((name) => [name, versions[name]])) };
  const entries = [...packages].map(([path, { devOptional, ...entry }]) => {
    delete entry.dev;
    return [path, devOptional ? { ...entry, optional: true } : entry];
  });
  return {
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': own, ...Object.fromEntries(entries) },
  };
}
