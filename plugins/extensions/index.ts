export * from './extensions.plugin.js';
