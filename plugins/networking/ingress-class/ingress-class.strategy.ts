import type { Strategy } from '../../../src/plugin-api/index.js';
import type { IngressClass } from './ingress-class.v1.js';
import { validateIngressClass, validateIngressClassUpdate } from './ingress-class.validation.js';

/** The rules of ingress classes. */
export const ingressClassStrategy: Strategy<IngressClass> = {
  repeatedMetadataCheck: 'change',
  validate: validateIngressClass,
  validateUpdate: validateIngressClassUpdate,
};
