export { InstallChecks } from './install-checks.js';
export { type ComingPlugin, type InstalledPlugin, InstalledPlugins, type Resolve } from './installed-plugins.js';
export { type InstalledKind, KindInstaller, type KindOrder } from './kind-installer.js';
export { PluginHost, type PluginHostParts, startHooksOf } from './plugin-host.js';
export { PluginInstaller } from './plugin-installer.js';
export { PluginInstances, findInstance } from './plugin-instances.js';
export { PluginSteps, ordersOf } from './plugin-steps.js';
export { RuntimeKinds } from './runtime-kinds.js';
export type { ReportUndo } from './undo-stack.js';
