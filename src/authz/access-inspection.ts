import type { AuthorizationAttributes, Authorizer } from './authorizer.js';
import { ConfiguredAuthorizers } from './configured-authorizers.js';
import { type DecisionStep, stepsOf } from './decision-steps.js';
import type { AllowedSubject, AllowedSubjects, AuthorizerStatistics } from './inspected-access.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';
import type { PluginAuthorizers } from './plugin-authorizers.js';

/** The authorizers of a server. */
export interface AccessInspectionParts {
  readonly members: readonly ClosableAuthorizer[];
  /** Those of plugins, which decide what the members leave open. */
  readonly plugins: Pick<PluginAuthorizers, 'current'>;
  /** Decides by all of them, and by what stands before them. */
  readonly authorizer: Authorizer;
}

/** Inspects the server's authorizers and those of plugins, for administrators. */
export class AccessInspection {
  constructor(private readonly parts: AccessInspectionParts) {}

  /** Decides about a request that is not made, and returns what each authorizer said. */
  decide(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]> {
    return stepsOf(this.parts.authorizer, attributes);
  }

  /** Returns the subjects that are allowed the request; the user of the attributes is ignored. */
  async whoMay(attributes: AuthorizationAttributes): Promise<AllowedSubjects> {
    const subjects: AllowedSubject[] = [];
    const mayAllowOthers: string[] = [];
    for (const { inner, name } of this.current()) {
      if (inner.whoMay) subjects.push(...(await inner.whoMay(attributes)));
      else mayAllowOthers.push(name);
    }
    return { subjects, mayAllowOthers };
  }

  /** Returns the decisions of the authorizers since the start, in their order. */
  statistics(): AuthorizerStatistics[] {
    return this.current().map((member) => member.statistics());
  }

  /** Removes cached webhook responses about a user, or all; returns their number. */
  forget(user?: string): number {
    return this.current().reduce((sum, { inner }) => sum + (inner.forget?.(user) ?? 0), 0);
  }

  private current(): InstrumentedAuthorizer[] {
    const { members, plugins } = this.parts;
    const own = members.flatMap((member) => {
      if (member instanceof ConfiguredAuthorizers) return member.current;
      return member instanceof InstrumentedAuthorizer ? [member] : [];
    });
    return [...own, ...plugins.current];
  }
}
