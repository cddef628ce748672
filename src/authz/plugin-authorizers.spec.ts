import { attributesFor } from '../../test/contract/authorizer.contract.js';
import { MetricsRegistry } from '../observability/index.js';
import type { ObjectFilter } from '../request/index.js';
import { AccessInspection } from './access-inspection.js';
import { type AuthorizationAttributes, Authorizer, type Decision, type UserRules } from './authorizer.js';
import { objectFilterOf } from './object-filter.js';
import { PluginAuthorizers } from './plugin-authorizers.js';
import { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

const RULES: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };
const FILTER: ObjectFilter = { allows: () => true };

/** Denies deletions. Its other methods only share their names with those of the server's authorizers. */
class KeepersAuthorizer extends Authorizer {
  whoMay = (): string[] => ['nobody'];
  explain = (): string => 'never';
  trace = (): string[] => ['off'];
  forget = (): number => 7;

  authorize({ verb }: AuthorizationAttributes): Decision {
    return { verdict: verb === 'delete' ? 'Deny' : 'NoOpinion', reason: '' };
  }
}

/** Allows what a guest does, lists rules, and narrows lists. */
class GuestsAuthorizer extends Authorizer {
  constructor(private readonly guest = 'ada') {
    super();
  }

  authorize({ user }: AuthorizationAttributes): Promise<Decision> {
    return Promise.resolve({ verdict: user.name === this.guest ? 'Allow' : 'NoOpinion', reason: this.guest });
  }

  rulesFor(): UserRules {
    return { ...RULES, errors: [this.guest] };
  }

  override filter(): ObjectFilter | undefined {
    return this.guest === 'ada' ? FILTER : undefined;
  }
}

describe('PluginAuthorizers', () => {
  const ada = { name: 'ada', groups: [] };
  let metrics: MetricsRegistry;
  let authorizer: UnionAuthorizer;
  let ruleResolver: UnionRuleResolver;
  let plugins: PluginAuthorizers;
  let inspection: AccessInspection;

  beforeEach(() => {
    metrics = new MetricsRegistry();
    authorizer = new UnionAuthorizer([]);
    ruleResolver = new UnionRuleResolver([]);
    plugins = new PluginAuthorizers({ authorizer, ruleResolver, metrics });
    inspection = new AccessInspection({ members: [], plugins, authorizer });
  });

  it('counts the decisions of each by its class', async () => {
    plugins.use([new KeepersAuthorizer(), new GuestsAuthorizer()]);
    await authorizer.authorize(attributesFor({ user: ada, verb: 'delete' }));
    for (const verb of ['get', 'list']) await authorizer.authorize(attributesFor({ user: ada, verb }));
    expect(inspection.statistics()).toEqual([
      { type: 'Plugin', name: 'KeepersAuthorizer', allowed: 0, denied: 1 },
      { type: 'Plugin', name: 'GuestsAuthorizer', allowed: 2, denied: 0 },
    ]);
    const labels = 'decision="allowed",name="GuestsAuthorizer",type="Plugin"';
    expect(await metrics.expose()).toContain(`apiserver_authorization_decisions_total{${labels}} 2\n`);
  });

  it('goes on with the counts of those that stay', async () => {
    const [keepers, guests] = [new KeepersAuthorizer(), new GuestsAuthorizer()];
    plugins.use([keepers, guests]);
    await authorizer.authorize(attributesFor({ user: ada, verb: 'delete' }));
    plugins.use([new GuestsAuthorizer('bob'), keepers, new KeepersAuthorizer()]);
    expect(inspection.statistics().map(({ name, denied }) => [name, denied])).toEqual([
      ['GuestsAuthorizer', 0],
      ['KeepersAuthorizer', 1],
      ['KeepersAuthorizer-2', 0],
    ]);
  });

  it('names them in the steps of a decision, each by another name', async () => {
    const anonymous = new (class extends KeepersAuthorizer {})();
    plugins.use([new GuestsAuthorizer('bob'), anonymous, new GuestsAuthorizer()]);
    const steps = await authorizer.trace(attributesFor({ user: ada }));
    expect(steps.map(({ type, name, verdict, reason }) => [type, name, verdict, reason])).toEqual([
      ['Plugin', 'GuestsAuthorizer', 'NoOpinion', 'bob'],
      ['Plugin', 'anonymous', 'NoOpinion', ''],
      ['Plugin', 'GuestsAuthorizer-2', 'Allow', 'ada'],
    ]);
  });

  it('may allow requests to unknown subjects, each of them', async () => {
    plugins.use([new KeepersAuthorizer(), new GuestsAuthorizer()]);
    const mayAllowOthers = ['KeepersAuthorizer', 'GuestsAuthorizer'];
    expect(await inspection.whoMay(attributesFor())).toEqual({ subjects: [], mayAllowOthers });
    expect(inspection.forget()).toBe(0);
    plugins.use([]);
    expect(await inspection.whoMay(attributesFor())).toEqual({ subjects: [], mayAllowOthers: [] });
  });

  it('narrows the lists that the one with a filter allows', async () => {
    const list = attributesFor({ user: ada, verb: 'list', name: '' });
    plugins.use([new KeepersAuthorizer()]);
    expect(authorizer.narrows).toBe(false);
    plugins.use([new KeepersAuthorizer(), new GuestsAuthorizer()]);
    const filter = await objectFilterOf(authorizer, list, await authorizer.authorize(list));
    expect(filter?.allows({ namespace: '', name: 'a', labels: {} })).toBe(true);
  });

  it('lists the rules of those that can, and knows of others only that they may allow more', async () => {
    plugins.use([new GuestsAuthorizer()]);
    expect(await ruleResolver.rulesFor(ada, '')).toMatchObject({ incomplete: false, errors: ['ada'] });
    plugins.use([new GuestsAuthorizer(), new KeepersAuthorizer()]);
    expect(await ruleResolver.rulesFor(ada, '')).toMatchObject({
      incomplete: true,
      errors: ['ada', "a plugin's authorizer does not support user rule resolution"],
    });
  });
});
