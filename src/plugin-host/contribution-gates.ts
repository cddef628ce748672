import type { AdmissionChain } from '../admission/index.js';
import type { UnionAuthenticator } from '../authn/index.js';
import type { UnionAuthorizer, UnionRuleResolver } from '../authz/index.js';
import type { AdmissionOptions } from '../options/index.js';
import type { Contributions } from './contributions.js';
import { selectAdmission } from './select-admission.js';

/** The unions that contributions join, and which admission plugins are asked for. */
export interface ContributionGatesParts {
  readonly admission: Pick<AdmissionChain, 'use'>;
  readonly authenticator: Pick<UnionAuthenticator, 'use'>;
  readonly authorizer: Pick<UnionAuthorizer, 'use'>;
  readonly ruleResolver: Pick<UnionRuleResolver, 'use'>;
  readonly selection: AdmissionOptions;
}

/** Puts contributions in force that requests pass. */
export class ContributionGates {
  constructor(private readonly parts: ContributionGatesParts) {}

  /** Puts those in force that there are now. Throws OptionsError for names of admission plugins that nobody brings. */
  use(contributions: Contributions): void {
    const { admission, authenticator, authorizer, ruleResolver, selection } = this.parts;
    const authorizers = contributions.all('authorizers');
    authenticator.use(contributions.all('authenticators'));
    authorizer.use(authorizers);
    ruleResolver.use(authorizers);
    admission.use(selectAdmission(contributions.all('admission'), selection));
  }
}
