import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { NamespaceLifecycleAdmission } from './namespace/namespace-lifecycle.admission.js';
import { namespaceKind } from './namespace/namespace.kind.js';

/** The namespaces of the cluster that an extension server belongs to: where its objects live. */
@ApiGroupPlugin({
  group: '',
  versions: ['v1'],
  kinds: [],
  clusterKinds: [{ group: '', definition: namespaceKind }],
  admission: [NamespaceLifecycleAdmission],
})
export class ClusterNamespacesPlugin {}
