export { AccessModule } from './access/index.js';
export { CatalogueModule } from './catalogue.module.js';
export {
  Catalogue,
  ComputedResource,
  type ConnectingSubresource,
  Contributions,
  type CustomSubresource,
  type ReadableResource,
  ReviewResource,
  RouteClaims,
  type RouteOwner,
  routesOfController,
  type ScaleSubresource,
  serveContent,
  type ServedResource,
  type ServedResourceParts,
  type ServedSubresource,
  StoredResource,
} from './catalogue/index.js';
export { readDeclarations, tryPlugins, warnOfDoubts } from './checks/index.js';
export { createPlainStores, findInstance, PluginHost, PluginInstances, type Resolve } from './install/index.js';
export { KindsModule } from './kinds.module.js';
export {
  checkSettings,
  folderOf,
  loadPlugin,
  loadPlugins,
  type PluginClass,
  pluginFinder,
  settingsOf,
} from './load/index.js';
export { creationFailure, placeOfThrow, PluginError, sourceOf } from './mistakes/index.js';
export { PluginHostModule, type PluginHostModuleOptions } from './plugin-host.module.js';
export { PluginSurfaceModule } from './plugin-surface.module.js';
export { FolderWatch, PluginReplacement } from './reload/index.js';
export { ClusterKinds, namesOf } from './remote/index.js';
export { StoredLosses } from './stored/index.js';
