import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { TypesInVersion } from '../../../src/plugin-api/built-in.js';
import { podCertificateRequestColumns } from './pod-certificate-request.columns.js';
import { PodCertificateRequestStrategy } from './pod-certificate-request.strategy.js';
import { PodCertificateRequest } from './pod-certificate-request.v1beta1.js';

const V1ALPHA1_TYPES = new TypesInVersion('k8s.io.api.certificates.v1beta1', 'v1alpha1');
const GATE = 'PodCertificateRequest';

/** PodCertificateRequest: a request of a kubelet for a certificate of a pod. */
export const podCertificateRequestKind = defineKind<PodCertificateRequest>({
  kind: 'PodCertificateRequest',
  plural: 'podcertificaterequests',
  namespaced: true,
  versions: [
    {
      name: 'v1beta1',
      type: PodCertificateRequest,
      introduced: '1.35',
      deprecated: '1.38',
      removed: '1.41',
      onByDefault: false,
      featureGate: GATE,
    },
    {
      name: 'v1alpha1',
      type: V1ALPHA1_TYPES.of(PodCertificateRequest),
      conversion: sameShape,
      introduced: '1.34',
      removed: '1.35',
      onByDefault: false,
      featureGate: GATE,
    },
  ],
  storageVersion: 'v1beta1',
  quirks: { storedAs: [{ until: '1.34', version: 'v1alpha1' }] },
  storagePrefix: 'podcertificaterequests',
  strategy: PodCertificateRequestStrategy,
  selectableFields: {
    'spec.signerName': ({ spec }) => spec.signerName,
    'spec.podName': ({ spec }) => spec.podName,
    'spec.nodeName': ({ spec }) => spec.nodeName,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  generation: 'none',
  columns: podCertificateRequestColumns,
});
