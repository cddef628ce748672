import { defineKind } from '../../../src/plugin-api/index.js';
import { ingressClassColumns } from './ingress-class.columns.js';
import { ingressClassStrategy } from './ingress-class.strategy.js';
import { IngressClass } from './ingress-class.v1.js';
import { FORMER_INGRESS_CLASS_VERSIONS } from './ingress-class.former-versions.js';

/** IngressClass: names the controller of ingresses. */
export const ingressClassKind = defineKind<IngressClass>({
  kind: 'IngressClass',
  plural: 'ingressclasses',
  namespaced: false,
  versions: [{ name: 'v1', type: IngressClass, introduced: '1.19' }, ...FORMER_INGRESS_CLASS_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'ingressclasses',
  strategy: ingressClassStrategy,
  columns: ingressClassColumns,
  allowUnconditionalUpdate: true,
});
