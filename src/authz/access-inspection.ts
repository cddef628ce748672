import type { AuthorizationAttributes } from './authorizer.js';
import { ConfiguredAuthorizers } from './configured-authorizers.js';
import type { AllowedSubject, AllowedSubjects, AuthorizerStatistics } from './inspected-access.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';

/** Looks into the server's own authorizers, for administrators. */
export class AccessInspection {
  constructor(private readonly members: readonly ClosableAuthorizer[]) {}

  /** Who may do what is asked; the user of the attributes says nothing. */
  async whoMay(attributes: AuthorizationAttributes): Promise<AllowedSubjects> {
    const subjects: AllowedSubject[] = [];
    const mayAllowOthers: string[] = [];
    for (const { inner, name } of this.current()) {
      if (inner.whoMay) subjects.push(...(await inner.whoMay(attributes)));
      else mayAllowOthers.push(name);
    }
    return { subjects, mayAllowOthers };
  }

  /** What the authorizers have done since the start, in their order. */
  statistics(): AuthorizerStatistics[] {
    return this.current().map((member) => member.statistics());
  }

  /** Makes webhooks forget what they have answered about a user, or everything; tells how many answers that was. */
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
