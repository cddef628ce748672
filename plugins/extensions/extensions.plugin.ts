import { ApiGroupPlugin } from '../../src/plugin-api/index.js';

/**
 * The group in which most kinds were tried first. The plugins that have those kinds now show them here too, in the
 * releases that did; this one gives the group its place in discovery.
 */
@ApiGroupPlugin({ group: 'extensions', versions: ['v1beta1'], kinds: [] })
export class ExtensionsPlugin {}
