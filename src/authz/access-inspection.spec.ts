import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { MetricsRegistry } from '../observability/index.js';
import { AccessInspection } from './access-inspection.js';
import { ConfiguredAuthorizers } from './configured-authorizers.js';
import { AlwaysAllowAuthorizer, AlwaysDenyAuthorizer } from './always.authorizer.js';
import { Authorizer, type Decision, type UserRules } from './authorizer.js';
import { UnionAuthorizer } from './union.authorizer.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';

const NO_RULES: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };

/** An authorizer that answers what it is given, and has the members of ClosableAuthorizer that a test gives. */
function memberOf(
  decision: Decision | Promise<Decision>,
  further: Partial<ClosableAuthorizer> = {},
): ClosableAuthorizer {
  class Member extends Authorizer {
    authorize = (): Decision | Promise<Decision> => decision;
    rulesFor = (): UserRules => NO_RULES;
  }
  return Object.assign(new Member(), further);
}

const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const DENY: Decision = { verdict: 'Deny', reason: 'no' };
const NONE: Decision = { verdict: 'NoOpinion', reason: '' };

const metrics = new MetricsRegistry();
const instrumented = (name: string, inner: ClosableAuthorizer): InstrumentedAuthorizer =>
  new InstrumentedAuthorizer(inner, { type: 'Webhook', name, metrics });

describe('InstrumentedAuthorizer', () => {
  it.each<[string, ...(Decision | Promise<Decision>)[]]>([
    ['at once', ALLOW, DENY, NONE],
    ['later', Promise.resolve(ALLOW), Promise.resolve(DENY), Promise.resolve(NONE)],
  ])('counts what is allowed and denied %s', async (name, ...decisions) => {
    let next: Decision | Promise<Decision> = NONE;
    const member = instrumented(name, Object.assign(memberOf(NONE), { authorize: () => next }));
    for (next of decisions) expect(await member.authorize(attributesFor())).toEqual(await next);
    next = decisions[0];
    await member.trace(attributesFor());
    expect(member.statistics()).toEqual({ type: 'Webhook', name, allowed: 2, denied: 1 });
    const text = await metrics.expose();
    for (const [decision, count] of [
      ['allowed', 2],
      ['denied', 1],
    ]) {
      const labels = `decision="${decision}",name="${name}",type="Webhook"`;
      expect(text).toContain(`apiserver_authorization_decisions_total{${labels}} ${count}\n`);
    }
  });

  it('states how many answers are kept where any may be', () => {
    expect(instrumented('kept', memberOf(NONE, { keptAnswers: 0 })).statistics()).toMatchObject({ kept: 0 });
    expect(instrumented('none', memberOf(NONE)).statistics()).not.toHaveProperty('kept');
  });

  it('explains its decision by what the authorizer says of it', async () => {
    const explain = (): Promise<object & { decision: Decision }> =>
      Promise.resolve({ decision: DENY, isKept: true, review: { kind: 'SubjectAccessReview' } });
    const steps = await instrumented('e', memberOf(NONE, { explain })).trace(attributesFor());
    const review = { kind: 'SubjectAccessReview' };
    expect(steps).toEqual([{ type: 'Webhook', name: 'e', ...DENY, isKept: true, review }]);
    expect(await instrumented('p', memberOf(ALLOW)).trace(attributesFor())).toEqual([
      { type: 'Webhook', name: 'p', ...ALLOW },
    ]);
  });

  it('lists the rules of its authorizer and closes it', async () => {
    let closed = 0;
    const member = instrumented('c', memberOf(NONE, { close: () => void closed++ }));
    expect(await member.rulesFor({ name: 'eve', groups: [] }, 'n')).toBe(NO_RULES);
    member.close();
    instrumented('open', memberOf(NONE)).close();
    expect(closed).toBe(1);
  });
});

/** The authorizers of a configuration file, without the file. */
function configured(...current: InstrumentedAuthorizer[]): ConfiguredAuthorizers {
  return Object.create(ConfiguredAuthorizers.prototype, { current: { value: current } }) as ConfiguredAuthorizers;
}

describe('AccessInspection', () => {
  const subjects = [{ kind: 'User', name: 'ada' }] as never;
  const inspection = new AccessInspection({
    members: [
      instrumented('rbac', memberOf(NONE, { whoMay: () => subjects, forget: () => 7 })),
      instrumented('hook', memberOf(NONE, { forget: (user) => (user === 'ada' ? 1 : 3) })),
      instrumented('plain', memberOf(NONE)),
      configured(instrumented('of-file', memberOf(NONE, { forget: () => 20 }))),
      memberOf(ALLOW, { forget: () => 100 }),
    ],
    plugins: { current: [instrumented('Guests', memberOf(NONE))] },
    authorizer: new UnionAuthorizer([memberOf(NONE), memberOf(DENY)]),
  });

  it('names the subjects that are known, and the authorizers that may allow others', async () => {
    expect(await inspection.whoMay(attributesFor())).toEqual({
      subjects,
      mayAllowOthers: ['hook', 'plain', 'of-file', 'Guests'],
    });
  });

  it('forgets what all of them keep', () => {
    expect([inspection.forget('ada'), inspection.forget()]).toEqual([28, 30]);
  });

  it('says what each authorizer decides', async () => {
    const steps = await inspection.decide(attributesFor());
    expect(steps.map(({ verdict }) => verdict)).toEqual(['NoOpinion', 'Deny']);
  });

  it('has the statistics of each in their order', () => {
    expect(inspection.statistics().map(({ name }) => name)).toEqual(['rbac', 'hook', 'plain', 'of-file', 'Guests']);
  });
});

describe('the authorizers that always answer the same', () => {
  const everything = { resourceRules: [{ verbs: ['*'] }], nonResourceRules: [{ verbs: ['*'] }] };
  it.each([
    [new AlwaysAllowAuthorizer(), 'Allow', '', { ...everything, incomplete: false, errors: [] }],
    [new AlwaysDenyAuthorizer(), 'NoOpinion', 'Everything is forbidden.', NO_RULES],
  ])('%#: list all there is', (authorizer, verdict, reason, rules) => {
    expect(authorizer.authorize()).toEqual({ verdict, reason });
    expect(authorizer.rulesFor()).toMatchObject(rules);
  });
});
