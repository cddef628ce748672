import type { KindVersion } from '../../../src/plugin-api/index.js';
import { backendConversion } from './backend.conversion.js';
import { IngressExtensions, IngressV1beta1 } from './ingress.v1beta1.js';

const REPLACED = { removed: '1.22', replacement: 'networking.k8s.io/v1 Ingress' };

/** The versions of ingresses before v1. */
export const FORMER_INGRESS_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v1beta1',
    type: IngressV1beta1,
    conversion: backendConversion,
    introduced: '1.14',
    deprecated: '1.19',
  },
  {
    ...REPLACED,
    group: 'extensions',
    name: 'v1beta1',
    type: IngressExtensions,
    conversion: backendConversion,
    introduced: '1.1',
    deprecated: '1.14',
  },
];
