import { defineKind } from '../../../src/plugin-api/index.js';
import { NodeProxyOptions } from '../connection/connect-options.v1.js';
import { NodeProxyConnector } from '../connection/node-proxy.subresource.js';
import { PROXY_VERBS } from '../connection/proxy-verbs.js';
import { nodeColumns } from './node.columns.js';
import { nodeStrategy } from './node.strategy.js';
import { Node } from './node.v1.js';

/** Node: a machine that runs pods. */
export const nodeKind = defineKind<Node>({
  kind: 'Node',
  plural: 'nodes',
  shortNames: ['no'],
  namespaced: false,
  versions: [{ name: 'v1', type: Node }],
  storageVersion: 'v1',
  storagePrefix: 'minions',
  strategy: nodeStrategy,
  hasStatus: true,
  keepsStatusOnCreate: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  connections: [
    {
      name: 'proxy',
      passage: 'request',
      verbs: PROXY_VERBS,
      group: '',
      version: 'v1',
      kind: 'NodeProxyOptions',
      options: NodeProxyOptions,
      connector: NodeProxyConnector,
    },
  ],
  selectableFields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
  allowUnconditionalUpdate: true,
  generation: 'none',
  columns: nodeColumns,
});
