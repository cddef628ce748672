import type { ConnectionDefinition } from '../../../src/plugin-api/built-in.js';
import { PodAttachOptions, PodExecOptions, PodPortForwardOptions, PodProxyOptions } from './connect-options.v1.js';
import { PodLogOptions } from './pod-log-options.v1.js';
import { PodLogConnector } from './pod-log.subresource.js';
import { PodProxyConnector } from './pod-proxy.subresource.js';
import { PROXY_VERBS } from './proxy-verbs.js';
import { PodAttachConnector, PodExecConnector, PodPortForwardConnector } from './pod-stream.subresource.js';

const V1 = { group: '', version: 'v1' } as const;
const STREAM = { ...V1, passage: 'connection', verbs: ['create', 'get'] } as const;

/** The connections to the containers of a pod. */
export const podConnections: readonly ConnectionDefinition[] = [
  {
    ...STREAM,
    name: 'attach',
    dialect: 'channels',
    kind: 'PodAttachOptions',
    options: PodAttachOptions,
    connector: PodAttachConnector,
  },
  {
    ...STREAM,
    name: 'exec',
    dialect: 'channels',
    kind: 'PodExecOptions',
    options: PodExecOptions,
    connector: PodExecConnector,
  },
  {
    ...V1,
    name: 'log',
    passage: 'text',
    verbs: ['get'],
    kind: 'Pod',
    options: PodLogOptions,
    connector: PodLogConnector,
  },
  {
    ...STREAM,
    name: 'portforward',
    dialect: 'ports',
    kind: 'PodPortForwardOptions',
    options: PodPortForwardOptions,
    connector: PodPortForwardConnector,
  },
  {
    ...V1,
    name: 'proxy',
    passage: 'request',
    verbs: PROXY_VERBS,
    kind: 'PodProxyOptions',
    options: PodProxyOptions,
    connector: PodProxyConnector,
  },
];
