import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { DaemonSet, DaemonSetSpec } from './daemon-set.v1.js';
import { defaultExtensionsDaemonSet } from './former-daemon-set.defaults.js';

/** Shape of v1beta1.DaemonSetSpec. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.DaemonSetSpec', inherits: true })
export class DaemonSetSpecExtensions extends DaemonSetSpec {
  @Field(5, 'int64', { doc: 'How often the template has changed; set by the server.' })
  templateGeneration?: number;
}

/** DaemonSet as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.DaemonSet', inherits: true, defaults: defaultExtensionsDaemonSet })
export class DaemonSetExtensions extends DaemonSet {
  @Field(2, DaemonSetSpecExtensions, { doc: 'What is wanted.' })
  override spec?: DaemonSetSpecExtensions;
}
