export * from './access/index.js';
export * from './catalogue.js';
export * from './check-declarations.js';
export * from './kind-installer.js';
export * from './plugin-error.js';
export * from './plugin-host.js';
export * from './served-resource.js';
export * from './load-plugins.js';
