import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const tests = join(import.meta.dirname, '..', '..', 'test') + sep;
/** Written by joined-sources.mjs; empty where tests run the sources themselves. */
const manifest = process.env.JOINED_SOURCES ?? '';
const { modules, packages } = manifest === '' ? {} : JSON.parse(readFileSync(manifest, 'utf8'));

/** Tests in `test`, and the joined sources themselves, are given stubs. Tests beside the sources load few modules: they run those. */
function isGivenStubs({ basedir }) {
  return manifest !== '' && (`${basedir}${sep}`.startsWith(tests) || basedir === dirname(manifest));
}

/** Resolves the imports of test files: `resolver` in jest.config.mjs. */
export function sync(request, options) {
  if (!isGivenStubs(options)) return options.defaultResolver(request, options);
  if (Object.hasOwn(packages, request)) return packages[request];
  const path = options.defaultResolver(request, options);
  return modules[path] ?? path;
}
