import { isBuiltin } from 'node:module';
import 'reflect-metadata';

const NAMESPACE = 'named-exports';
/** Modules that export a whole package to plugins. */
const SERVED = /[\\/]plugin-host[\\/]load[\\/]packages[\\/][a-z-]+\.ts$/;

/**
 * `await import('package')` gives what it gives in Node also where the package is CommonJS: its members by name. A chunk
 * made of a CommonJS package would have a default export only, so the names are found out here and written down.
 */
export const namedExports = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind, importer, resolveDir }) => {
      const isWhole = kind === 'dynamic-import' || SERVED.test(importer);
      const isOwn = isWhole && !importer.includes('node_modules') && !isBuiltin(path);
      return isOwn ? { path, namespace: NAMESPACE, pluginData: resolveDir } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path, pluginData }) => ({
      contents: await reexport(path),
      resolveDir: pluginData,
    }));
  },
};

async function reexport(path) {
  const names = Object.keys(await import(path)).filter((name) => /^\w+$/.test(name));
  const source = JSON.stringify(path);
  return [
    `import * as all from ${source};`,
    `export const { ${names.filter((name) => name !== 'default').join(', ')} } = all;`,
    ...(names.includes('default') ? ['export default all.default;'] : []),
  ].join('\n');
}
