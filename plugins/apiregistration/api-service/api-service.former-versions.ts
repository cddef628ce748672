import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { APIService } from './api-service.v1.js';

/** APIService as apiregistration.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.kube_aggregator.pkg.apis.apiregistration.v1beta1.APIService', inherits: true })
class APIServiceV1beta1 extends APIService {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_API_SERVICE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: APIServiceV1beta1,
    conversion: sameShape,
    introduced: '1.7',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'apiregistration.k8s.io/v1 APIService',
  },
];
