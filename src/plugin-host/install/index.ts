export { KindInstaller } from './kind-installer.js';
export { PluginHost, type Resolve } from './plugin-host.js';
export { PluginInstaller } from './plugin-installer.js';
export { PluginInstances } from './plugin-instances.js';
export { RuntimeKinds } from './runtime-kinds.js';
