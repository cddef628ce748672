export { loadPlugin, loadPlugins } from './load-plugins.js';
export { folderOf } from './locate-plugin.js';
export type { PluginClass } from './plugin-class.js';
export { checkSettings, pluginFinder, settingsOf } from './plugin-settings.js';
