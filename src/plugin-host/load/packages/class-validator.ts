// Served to plugins that do not contain the package; see own-packages.ts.
export * from 'class-validator';
