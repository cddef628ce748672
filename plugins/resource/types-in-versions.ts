import { TypesInVersion } from '../../src/plugin-api/built-in.js';

/** The types of v1beta2, which are those of v1 under other names. */
export const V1BETA2 = new TypesInVersion('k8s.io.api.resource.v1', 'v1beta2');

/** The types of v1beta1: those of v1, but for requests for devices and for devices. */
export const V1BETA1 = new TypesInVersion('k8s.io.api.resource.v1', 'v1beta1');

/** The types of v1alpha3: those of v1beta1, but for a few fields that release 1.31 had. */
export const V1ALPHA3 = new TypesInVersion('k8s.io.api.resource.v1beta1', 'v1alpha3');
