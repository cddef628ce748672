const PACKAGES = /^(libphonenumber-js(\/.*)?|@fastify\/(ajv|fast-json-stringify)-compiler)$/;
const NAMESPACE = 'load-on-use';

/**
 * Packages that are loaded from node_modules when first used, and not at every start: class-validator wants a large one
 * for one rule about telephone numbers, Fastify its compilers of schemas, which the server does not need.
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
