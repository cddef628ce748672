import { attributesFor } from '../../test/contract/authorizer.contract.js';
import type { ObjectFilter } from '../request/index.js';
import { type Decision, Authorizer, type UserRules } from './authorizer.js';
import { decisionOfSteps } from './decision-steps.js';
import { objectFilterOf } from './object-filter.js';
import { PrivilegedGroupsAuthorizer } from './privileged-groups.authorizer.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

const NONE: Decision = { verdict: 'NoOpinion', reason: '' };
const UNSURE: Decision = { verdict: 'NoOpinion', reason: 'unsure' };
const ALLOW: Decision = { verdict: 'Allow', reason: 'yes' };
const DENY: Decision = { verdict: 'Deny', reason: 'no' };

/** An authorizer with one answer, which counts how often it is asked. */
class Fixed extends Authorizer {
  asked = 0;

  constructor(private readonly answer: Decision | Promise<Decision>) {
    super();
  }

  authorize(): Decision | Promise<Decision> {
    this.asked++;
    return this.answer;
  }
}

/** One that may narrow lists. */
class Narrowing extends Fixed {
  readonly narrow: ObjectFilter = { allows: () => true };

  override filter(): ObjectFilter {
    return this.narrow;
  }
}

const later = (decision: Decision): Promise<Decision> => Promise.resolve(decision);

/** Authorizers with these answers, and what a union of them decides. */
async function decided(...answers: (Decision | Promise<Decision>)[]): Promise<[Decision, number[]]> {
  const members = answers.map((answer) => new Fixed(answer));
  const decision = await new UnionAuthorizer(members).authorize(attributesFor());
  return [decision, members.map(({ asked }) => asked)];
}

describe('UnionAuthorizer.authorize()', () => {
  it.each<[(Decision | Promise<Decision>)[], Decision, number[]]>([
    [[], NONE, []],
    [[ALLOW, DENY], ALLOW, [1, 0]],
    [[DENY, ALLOW], DENY, [1, 0]],
    [[NONE, ALLOW], ALLOW, [1, 1]],
    [[later(NONE), ALLOW, DENY], ALLOW, [1, 1, 0]],
    [[later(DENY), ALLOW], DENY, [1, 0]],
    [[NONE, later(ALLOW), DENY], ALLOW, [1, 1, 0]],
    [[later(UNSURE), later(NONE), later(DENY)], DENY, [1, 1, 1]],
    [[UNSURE, NONE, UNSURE], { verdict: 'NoOpinion', reason: 'unsure\nunsure' }, [1, 1, 1]],
    [[later(UNSURE), later(NONE), UNSURE], { verdict: 'NoOpinion', reason: 'unsure\nunsure' }, [1, 1, 1]],
  ])('of %j is %j, and asks %j', async (answers, decision, asked) => {
    expect(await decided(...answers)).toEqual([decision, asked]);
  });

  it('stays synchronous where the answers are', () => {
    expect(new UnionAuthorizer([new Fixed(NONE), new Fixed(ALLOW)]).authorize(attributesFor())).toEqual(ALLOW);
  });

  it('leaves to those of plugins what its own leave open', async () => {
    const [own, contributed] = [new Fixed(NONE), new Fixed(ALLOW)];
    const union = new UnionAuthorizer([own]);
    expect(await union.authorize(attributesFor())).toEqual(NONE);
    union.use([contributed]);
    expect([await union.authorize(attributesFor()), own.asked, contributed.asked]).toEqual([ALLOW, 2, 1]);
    union.use([]);
    expect(await union.authorize(attributesFor())).toEqual(NONE);
  });

  it('lets privileged groups do what others deny', async () => {
    const union = UnionAuthorizer.behindPrivilegedGroups([new Fixed(DENY)]);
    const master = attributesFor({ user: { name: 'root', groups: ['a', 'system:masters'] } });
    expect([await union.authorize(master), await union.authorize(attributesFor())]).toEqual([
      { verdict: 'Allow', reason: '' },
      DENY,
    ]);
  });
});

describe('UnionAuthorizer.trace()', () => {
  it('has a step of each that was asked, up to the one that decides', async () => {
    const members = [new PrivilegedGroupsAuthorizer(['a', 'b']), new Fixed(UNSURE), new Fixed(DENY), new Fixed(ALLOW)];
    const steps = await new UnionAuthorizer(members).trace(attributesFor());
    expect(steps).toEqual([
      { type: 'PrivilegedGroups', name: 'a, b', ...NONE },
      { type: 'Plugin', name: 'Fixed', ...UNSURE },
      { type: 'Plugin', name: 'Fixed', ...DENY },
    ]);
    expect(decisionOfSteps(steps)).toEqual(DENY);
  });

  it('asks unions within by their own steps', async () => {
    const inner = new UnionAuthorizer([new Fixed(UNSURE), new Fixed(NONE)]);
    const steps = await new UnionAuthorizer([inner, new Fixed(UNSURE)]).trace(attributesFor());
    expect(steps).toHaveLength(3);
    expect(decisionOfSteps(steps)).toEqual({ verdict: 'NoOpinion', reason: 'unsure\nunsure' });
  });
});

describe('decisionOfSteps()', () => {
  it('has no opinion without steps', () => expect(decisionOfSteps([])).toEqual(NONE));

  it('is that of the last step alone where that one decides', () => {
    const steps = [UNSURE, ALLOW].map((decision) => ({ type: 'RBAC', name: 'rbac', ...decision }));
    expect(decisionOfSteps(steps)).toEqual(ALLOW);
  });
});

describe('objectFilterOf()', () => {
  const list = attributesFor({ verb: 'list', name: '' });

  it.each(['list', 'watch', 'deletecollection'])('is the filter of the one that allowed a %s', async (verb) => {
    const narrowing = new Narrowing(ALLOW);
    const union = new UnionAuthorizer([new Fixed(NONE)]);
    union.use([new Fixed(later(NONE)), narrowing]);
    const attributes = attributesFor({ verb, name: '' });
    for (const decision of [await union.authorize(attributes), decisionOfSteps(await union.trace(attributes))]) {
      expect(objectFilterOf(union, attributes, decision)).toBe(narrowing.narrow);
    }
  });

  it('is nothing where another one has allowed it', async () => {
    const union = new UnionAuthorizer([new Fixed(ALLOW)]);
    union.use([new Narrowing(ALLOW)]);
    expect(objectFilterOf(union, list, await union.authorize(list))).toBeUndefined();
  });

  it.each([
    ['an object', attributesFor()],
    ['a path', attributesFor({ verb: 'list', isResourceRequest: false })],
  ])('is nothing for %s', async (_name, attributes) => {
    const union = new UnionAuthorizer([]);
    union.use([new Narrowing(ALLOW)]);
    expect(objectFilterOf(union, attributes, await union.authorize(attributes))).toBeUndefined();
  });

  it('refuses a list where it is unknown who allowed it, and only where one may narrow it', () => {
    const union = new UnionAuthorizer([]);
    union.use([new Fixed(ALLOW)]);
    expect(objectFilterOf(union, list, ALLOW)).toBeUndefined();
    union.use([new Narrowing(ALLOW)]);
    expect(() => objectFilterOf(union, list, ALLOW)).toThrow('the authorizer that allowed the request is not known');
  });

  it('leaves decisions without a mark where nobody narrows lists', async () => {
    const union = new UnionAuthorizer([new Fixed(ALLOW)]);
    expect(Object.getOwnPropertySymbols(await union.authorize(list))).toEqual([]);
    union.use([new Narrowing(DENY)]);
    expect(Object.getOwnPropertySymbols(await new UnionAuthorizer([union]).authorize(list))).toHaveLength(1);
  });
});

describe('UnionRuleResolver', () => {
  const user = { name: 'eve', groups: [] };
  const rules: UserRules = {
    resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [] }],
    nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
    incomplete: false,
    errors: ['e'],
    missingRoles: ['gone'],
  };

  it('gathers the rules of all', async () => {
    const other: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: ['f'] };
    const resolver = new UnionRuleResolver([{ rulesFor: () => rules }, { rulesFor: () => Promise.resolve(other) }]);
    expect(await resolver.rulesFor(user, 'n')).toEqual({ ...rules, errors: ['e', 'f'] });
  });

  it('lists those of plugins after its own, and is incomplete where one of them is', async () => {
    const own: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: ['f'] };
    const resolver = new UnionRuleResolver([{ rulesFor: () => own }]);
    resolver.use([{ rulesFor: () => ({ ...rules, incomplete: true }) }]);
    expect(await resolver.rulesFor(user, '')).toEqual({ ...rules, incomplete: true, errors: ['f', 'e'] });
    resolver.use([]);
    expect(await resolver.rulesFor(user, '')).toEqual({ ...own, missingRoles: [] });
  });
});
