export { FolderWatch } from './folder-watch.js';
export { PluginReplacement } from './plugin-replacement.js';
