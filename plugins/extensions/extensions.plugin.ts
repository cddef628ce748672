import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { FORMER_REPLICATION_CONTROLLER_VERSIONS } from './replication-controller.former-versions.js';

/**
 * The group in which most kinds were tried first. The plugins that have those kinds now show them here too, in the
 * releases that did; this one gives the group its place in discovery, and replication controllers their scales.
 */
@ApiGroupPlugin({
  group: 'extensions',
  versions: ['v1beta1'],
  kinds: [],
  versionsOf: [
    { of: { group: '', resource: 'replicationcontrollers' }, versions: FORMER_REPLICATION_CONTROLLER_VERSIONS },
  ],
})
export class ExtensionsPlugin {}
