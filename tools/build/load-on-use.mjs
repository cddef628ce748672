const PACKAGES = /^libphonenumber-js(\/.*)?$/;
const NAMESPACE = 'load-on-use';

/**
 * Packages that are loaded from node_modules when first used, and not at every start: class-validator wants a large one
 * for one rule about telephone numbers.
 */
export const loadOnUse = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: PACKAGES }, ({ path }) => ({ path, namespace: NAMESPACE }));
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => __loadPackage(${JSON.stringify(path)})[name] });`,
    }));
  },
};
