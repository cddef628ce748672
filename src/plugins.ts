import { AdmissionregistrationPlugin, ClusterAdmissionPlugin } from '../plugins/admissionregistration/index.js';
import { ApiextensionsPlugin } from '../plugins/apiextensions/index.js';
import { ApiregistrationPlugin } from '../plugins/apiregistration/index.js';
import { AppsPlugin } from '../plugins/apps/index.js';
import { AuthenticationPlugin } from '../plugins/authentication/index.js';
import { AuthorizationPlugin } from '../plugins/authorization/index.js';
import { AutoscalingPlugin } from '../plugins/autoscaling/index.js';
import { BatchPlugin } from '../plugins/batch/index.js';
import { CertificatesPlugin } from '../plugins/certificates/index.js';
import { CoordinationPlugin } from '../plugins/coordination/index.js';
import { ClusterNamespacesPlugin, CorePlugin } from '../plugins/core/index.js';
import { DiscoveryPlugin } from '../plugins/discovery/index.js';
import { EventsPlugin } from '../plugins/events/index.js';
import { ExtensionsPlugin } from '../plugins/extensions/index.js';
import { FlowcontrolPlugin } from '../plugins/flowcontrol/index.js';
import { InternalApiserverPlugin } from '../plugins/internal-apiserver/index.js';
import { NetworkingPlugin } from '../plugins/networking/index.js';
import { NodePlugin } from '../plugins/node/index.js';
import { PolicyPlugin } from '../plugins/policy/index.js';
import { RbacPlugin } from '../plugins/rbac/index.js';
import { ResourcePlugin } from '../plugins/resource/index.js';
import { SchedulingPlugin } from '../plugins/scheduling/index.js';
import { StoragePlugin } from '../plugins/storage/index.js';
import { StoragemigrationPlugin } from '../plugins/storagemigration/index.js';
import type { PluginClass } from './plugin-host/index.js';

/** The API groups every server has, in the order of discovery. */
export const BUILT_IN_PLUGINS: readonly PluginClass[] = [
  CorePlugin,
  ApiregistrationPlugin,
  ExtensionsPlugin,
  AppsPlugin,
  EventsPlugin,
  AuthenticationPlugin,
  AuthorizationPlugin,
  AutoscalingPlugin,
  BatchPlugin,
  CertificatesPlugin,
  NetworkingPlugin,
  PolicyPlugin,
  RbacPlugin,
  StoragePlugin,
  AdmissionregistrationPlugin,
  ApiextensionsPlugin,
  SchedulingPlugin,
  CoordinationPlugin,
  NodePlugin,
  DiscoveryPlugin,
  ResourcePlugin,
  FlowcontrolPlugin,
  InternalApiserverPlugin,
  StoragemigrationPlugin,
];

/** Returns the plugins that options switch on; loaded when they do. */
export async function optionalPlugins(options: {
  readonly console?: { readonly enabled?: boolean };
}): Promise<PluginClass[]> {
  return options.console?.enabled ? [(await import('../plugins/console/index.js')).ConsolePlugin] : [];
}

/** The plugins by which an extension server reads its cluster: no group of these is served. */
export const EXTENSION_PLUGINS: readonly PluginClass[] = [ClusterNamespacesPlugin, ClusterAdmissionPlugin];
