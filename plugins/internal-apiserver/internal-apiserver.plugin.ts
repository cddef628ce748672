import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { storageVersionKind } from './storage-version/storage-version.kind.js';

/** The group of data shared between API servers. */
@ApiGroupPlugin({ group: 'internal.apiserver.k8s.io', versions: ['v1alpha1'], kinds: [storageVersionKind] })
export class InternalApiserverPlugin {}
