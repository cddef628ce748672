import { defineKind } from '../../../src/plugin-api/index.js';
import { Binding } from '../binding/binding.v1.js';
import { podConnections } from '../connection/pod-connections.js';
import { Eviction, EvictionV1beta1 } from './subresources/eviction.v1.js';
import { PodBindingHandler } from './subresources/pod-binding.subresource.js';
import { PodEphemeralContainersHandler, PodResizeHandler } from './subresources/pod-part.subresource.js';
import { PodEvictionHandler } from './subresources/pod-eviction.subresource.js';
import { podColumns, podRowConditions } from './pod.columns.js';
import { podStrategy } from './pod.strategy.js';
import { Pod } from './shape/pod.v1.js';

/** The fields by which every release selects pods. */
const SELECTABLE: Readonly<Record<string, (pod: Pod) => string>> = {
  'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
  'spec.host': ({ spec }) => spec?.nodeName ?? '',
  'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
  'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
  'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
  'status.phase': ({ status }) => status?.phase ?? '',
  'status.podIP': ({ status }) => status?.podIPs?.[0]?.ip ?? '',
  'status.podIPs': () => '',
  'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
};

/** Pod: containers that run together on one node. */
export const podKind = defineKind<Pod>({
  kind: 'Pod',
  plural: 'pods',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: Pod }],
  storageVersion: 'v1',
  strategy: podStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata.deletionTimestamp', 'metadata.ownerReferences'],
  subresources: [
    {
      name: 'binding',
      verbs: ['create'],
      group: '',
      version: 'v1',
      kind: 'Binding',
      type: Binding,
      handler: PodBindingHandler,
    },
    {
      name: 'ephemeralcontainers',
      verbs: ['get', 'update', 'patch'],
      group: '',
      version: 'v1',
      kind: 'Pod',
      type: Pod,
      handler: PodEphemeralContainersHandler,
      featureGate: 'EphemeralContainers',
    },
    {
      name: 'eviction',
      verbs: ['create'],
      group: 'policy',
      version: 'v1',
      kind: 'Eviction',
      otherVersions: ['v1beta1'],
      type: Eviction,
      variants: [{ until: '1.21', version: 'v1beta1', otherVersions: [], type: EvictionV1beta1 }],
      handler: PodEvictionHandler,
    },
    {
      name: 'resize',
      verbs: ['get', 'update', 'patch'],
      group: '',
      version: 'v1',
      kind: 'Pod',
      type: Pod,
      handler: PodResizeHandler,
      introduced: '1.32',
      featureGate: 'InPlacePodVerticalScaling',
    },
  ],
  connections: podConnections,
  selectableFields: { ...SELECTABLE, 'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork ?? false) },
  variants: [
    { until: '1.27', selectableFields: SELECTABLE },
    { since: '1.33', generation: 'spec' },
  ],
  columns: podColumns,
  rowConditions: podRowConditions,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
});
