import type { Strategy } from '../../../src/plugin-api/index.js';
import { INGRESS_CLASS_ANNOTATION } from './ingress-class-annotation.js';
import type { Ingress } from './ingress.v1.js';
import { validateIngress, validateIngressStatus, validateIngressUpdate } from './ingress.validation.js';

/** The rules of ingresses. */
export const ingressStrategy: Strategy<Ingress> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (ingress) => void (ingress.status = { loadBalancer: {} }),
  validate: validateIngress,
  validateUpdate: validateIngressUpdate,
  validateStatusUpdate: validateIngressStatus,

  warningsOnCreate({ metadata, spec }) {
    const isAnnotated = metadata.annotations?.[INGRESS_CLASS_ANNOTATION] !== undefined;
    if (!isAnnotated || spec?.ingressClassName !== undefined) return [];
    return [`annotation "${INGRESS_CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
  },
};
