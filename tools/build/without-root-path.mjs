/**
 * TypeORM asks app-root-path where the program lies, for relative file names that this server never gives it. The package
 * fails where there is no main script, as in `node --eval`; a fixed answer does not.
 */
export const withoutRootPath = {
  name: 'without-root-path',
  setup(build) {
    build.onLoad({ filter: /[\\/]app-root-path[\\/]index\.js$/ }, () => ({
      contents: 'exports.path = process.cwd(); exports.toString = () => exports.path;',
      loader: 'js',
    }));
  },
};
