import { type AuthorizationAttributes, type Authorizer, attributesOf } from '../../../authz/index.js';
import type { RequestContext } from '../../../endpoints/index.js';
import type { UserInfo } from '../../../request/index.js';
import { deny } from '../deny.js';
import { CONSTRAINED_MODES } from './constrained-modes.js';
import type { ImpersonationChecks } from './impersonation-check.js';
import type { Attempt, ImpersonationMode } from './impersonation-mode.js';
import { LastModes } from './last-modes.js';
import { LEGACY_MODE } from './legacy-mode.js';
import { sentIdentity } from './sent-identity.js';

/** The parts that decide about an impersonation, and the rules of the emulated release. */
export interface Impersonating {
  readonly authorizer: Authorizer;
  readonly release: string;
  /** True if rights to impersonate may be bound to what is done (feature gate ConstrainedImpersonation). */
  readonly constrainsImpersonation: boolean;
}

/** The user that a request continues as. */
export interface Impersonated {
  readonly user: UserInfo;
  /** The verb that allowed it, where the right is bound to what is done. */
  readonly constraint: string | undefined;
}

const ALL_MODES: readonly ImpersonationMode[] = [...CONSTRAINED_MODES, LEGACY_MODE];
const FORMER_MODES: readonly ImpersonationMode[] = [LEGACY_MODE];

/** Decides who requests with `Impersonate-*` headers continue as (specification, "Impersonation"). */
export class ImpersonationFilter {
  private readonly modes: readonly ImpersonationMode[];
  /** The mode of a caller that is tried first. */
  private readonly lastModes = new LastModes();

  constructor(private readonly parts: Impersonating) {
    this.modes = parts.constrainsImpersonation ? ALL_MODES : FORMER_MODES;
  }

  /**
   * Returns the identity that a caller impersonates: one mode must allow every part of it. Undefined without such
   * headers. Throws 403, which names the right that was missed first, and 400 for parts without a user.
   */
  async impersonate(context: RequestContext): Promise<Impersonated | undefined> {
    const { release, constrainsImpersonation: isConstrained } = this.parts;
    const identity = sentIdentity(context.request, { release, isConstrained });
    if (!identity) return undefined;
    const attempt: Attempt = { identity, attributes: attributesOf(context.user, context.info) };
    let missed: Missed | undefined;
    for (const mode of this.modesFor(attempt)) {
      const fault = await this.missedIn(mode.checks(attempt));
      if (!fault) return this.allow(mode, attempt);
      missed ??= fault;
    }
    // The mode of all releases applies to every attempt.
    throw deny(context, missed!.attributes, missed!.reason);
  }

  private *modesFor(attempt: Attempt): Generator<ImpersonationMode> {
    const last = this.lastModes.get(attempt.attributes.user.name);
    if (last?.applies(attempt)) yield last;
    for (const mode of this.modes) if (mode !== last && mode.applies(attempt)) yield mode;
  }

  private allow(mode: ImpersonationMode, { identity, attributes }: Attempt): Impersonated {
    this.lastModes.set(attributes.user.name, mode);
    return { user: mode.userOf(identity), constraint: mode.constraint };
  }

  private async missedIn(checks: ImpersonationChecks): Promise<Missed | undefined> {
    let check = checks.next();
    while (!check.done) {
      const { attributes, refusal, isShortcut = false } = check.value;
      if (refusal !== undefined) return { attributes, reason: refusal };
      const { verdict, reason } = await this.parts.authorizer.authorize(attributes);
      const isAllowed = verdict === 'Allow';
      if (!isAllowed && !isShortcut) return { attributes, reason };
      check = checks.next(isAllowed);
    }
    return undefined;
  }
}

/** The right that a caller lacks. */
interface Missed {
  readonly attributes: AuthorizationAttributes;
  readonly reason: string | undefined;
}
