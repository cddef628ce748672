// Served to plugins that do not bring the package; see own-packages.ts.
export * from 'rxjs';
