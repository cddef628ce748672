import type { AuthorizationAttributes, Authorizer } from './authorizer.js';
import { ConfiguredAuthorizers } from './configured-authorizers.js';
import { type DecisionStep, stepsOf } from './decision-steps.js';
import type { AllowedSubject, AllowedSubjects, AuthorizerStatistics } from './inspected-access.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';

/** Looks into the server's own authorizers, for administrators. */
export class AccessInspection {
  /** `authorizer` decides by `members`, and by what stands before them. */
  constructor(
    private readonly members: readonly ClosableAuthorizer[],
    private readonly authorizer: Authorizer,
  ) {}

  /** Decides about a request that is not made, and returns what each authorizer said. */
  decide(attributes: AuthorizationAttributes): Promise<readonly DecisionStep[]> {
    return stepsOf(this.authorizer, attributes);
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
    return this.members.flatMap((member) => {
      if (member instanceof ConfiguredAuthorizers) return member.current;
      return member instanceof InstrumentedAuthorizer ? [member] : [];
    });
  }
}
