const KEPT = ['sqlite', 'sqlite-abstract', 'postgres', 'types'];

/** Engines hand their driver to TypeORM, which would draw it into every chunk that has TypeORM. */
const NATIVE = /^(pg|pg-native|pg-query-stream)$/;

/**
 * TypeORM loads the drivers of all databases it knows. Only those of the engines in src/storage are built in; an empty
 * class takes the place of each other one, which saves memory and time at every start.
 */
export const leaveOutDrivers = {
  name: 'leave-out-drivers',
  setup(build) {
    build.onResolve({ filter: NATIVE }, ({ path, importer }) => {
      return /[\\/]typeorm[\\/]/.test(importer) ? { path, namespace: 'left-out' } : undefined;
    });
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = undefined;' }));
    build.onLoad({ filter: /[\\/]typeorm[\\/]driver[\\/][a-z-]+[\\/]\w+(Driver|QueryRunner)\.js$/ }, ({ path }) => {
      const [, driver, name] = /driver[\\/]([a-z-]+)[\\/](\w+)\.js$/.exec(path);
      return KEPT.includes(driver) ? undefined : { contents: `exports.${name} = class ${name} {};`, loader: 'js' };
    });
  },
};
