import { defineKind } from '../../../src/plugin-api/index.js';
import { isServiceName, nameRuleOf } from '../../../src/plugin-api/built-in.js';
import { ServiceProxyOptions } from '../connection/connect-options.v1.js';
import { PROXY_VERBS } from '../connection/proxy-verbs.js';
import { ServiceProxyConnector } from '../connection/service-proxy.subresource.js';
import { serviceColumns } from '../service/service.columns.js';
import { ServiceStrategy } from './service.strategy.js';
import { Service } from '../service/service.v1.js';

/** The policy is validated and stored whatever the type; where it has no effect, clients do not see it. */
function withoutIdlePolicy(service: Service): Service | undefined {
  if (service.spec?.type !== 'ExternalName' || service.spec.internalTrafficPolicy === undefined) return undefined;
  const { internalTrafficPolicy: _policy, ...spec } = service.spec;
  return { ...service, spec };
}

/** Service: one name and address for a changing set of pods. */
export const serviceKind = defineKind<Service>({
  kind: 'Service',
  plural: 'services',
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: Service }],
  storageVersion: 'v1',
  storagePrefix: 'services/specs',
  nameRule: nameRuleOf(isServiceName),
  strategy: ServiceStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  connections: [
    {
      name: 'proxy',
      passage: 'request',
      verbs: PROXY_VERBS,
      group: '',
      version: 'v1',
      kind: 'ServiceProxyOptions',
      options: ServiceProxyOptions,
      connector: ServiceProxyConnector,
    },
  ],
  selectableFields: {
    'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '',
    'spec.type': ({ spec }) => spec?.type ?? '',
  },
  putCreates: true,
  allowUnconditionalUpdate: true,
  variants: [{ until: '1.22', allowUnconditionalUpdate: false }],
  deleteReturnsObject: true,
  generation: 'none',
  columns: serviceColumns,
  shownAs: withoutIdlePolicy,
});
