export { measureCaches } from './cache-gauges.js';
export { CatalogueEquivalents } from './catalogue-equivalents.js';
export { Catalogue } from './catalogue.js';
export { Contributions, findRepeatedNames, resolveContributions } from './contributions.js';
export { type DeclaredRoute, declaredRoutes, routesOfController } from './declared-routes.js';
export { InstalledPages } from './installed-pages.js';
export { InstalledRoles } from './installed-roles.js';
export { describeConflicts, KindNameOwners, type NameHolder } from './name-conflicts.js';
export { firstSegment, RouteClaims, type RouteOwner } from './route-claims.js';
export {
  ComputedResource,
  type ConnectingSubresource,
  type CustomSubresource,
  type ReadableResource,
  type ResourceContent,
  ReviewResource,
  type ScaleSubresource,
  serveContent,
  type ServedResource,
  type ServedResourceParts,
  type ServedSubresource,
  StoredResource,
} from './served-resource.js';
export { countStoredObjects } from './stored-objects.js';
