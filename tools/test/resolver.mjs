import { readFileSync } from 'node:fs';

/** Written by joined-sources.mjs; empty where tests run the sources themselves. */
const manifest = process.env.JOINED_SOURCES ?? '';
const { modules, packages } =
  manifest === '' ? { modules: {}, packages: {} } : JSON.parse(readFileSync(manifest, 'utf8'));

/** Gives the stubs of joined sources, and of packages that they share with tests: `resolver` in jest.config.mjs. */
export function sync(request, options) {
  if (Object.hasOwn(packages, request)) return packages[request];
  const path = options.defaultResolver(request, options);
  return modules[path] ?? path;
}
