import type { AdmissionChain } from '../../admission/index.js';
import type { UnionAuthenticator } from '../../authn/index.js';
import type { PluginAuthorizers } from '../../authz/index.js';
import type { AdmissionOptions } from '../../options/index.js';
import type { AdmissionConfiguration } from './admission-configuration.js';
import type { Contributions } from '../catalogue/index.js';
import { selectAdmission } from './select-admission.js';
import { WriteHookAdmission } from './write-hook-admission.js';

/** The unions that contributions join, the enabled admission plugins and their configuration. */
export interface ContributionGatesParts {
  readonly admission: Pick<AdmissionChain, 'use'>;
  readonly authenticator: Pick<UnionAuthenticator, 'use'>;
  readonly authorizers: Pick<PluginAuthorizers, 'use'>;
  readonly selection: AdmissionOptions;
  readonly configuration: Pick<AdmissionConfiguration, 'configure' | 'settled'>;
}

/** Puts contributions in force that requests pass. */
export class ContributionGates {
  constructor(private readonly parts: ContributionGatesParts) {}

  /** Applies the present ones. Throws OptionsError for unknown names of admission plugins, and for what they reject of their configuration. */
  use(contributions: Contributions): void {
    const { admission, authenticator, authorizers, selection, configuration } = this.parts;
    authenticator.use(contributions.all('authenticators'));
    authorizers.use(contributions.all('authorizers'));
    const available = contributions.all('admission');
    const active = selectAdmission(available, selection);
    configuration.configure(active, available);
    admission.use([...active, ...contributions.all('writeHooks').map((hook) => new WriteHookAdmission(hook))]);
  }

  /** Waits for admission plugins that configure themselves asynchronously. Fails with OptionsError for what they refuse. */
  configured(): Promise<void> {
    return this.parts.configuration.settled();
  }
}
