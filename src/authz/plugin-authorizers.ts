import type { MetricsRegistry } from '../observability/index.js';
import type { Authorizer, RuleResolver, UserRules } from './authorizer.js';
import { type ClosableAuthorizer, InstrumentedAuthorizer } from './instrumented.authorizer.js';
import type { UnionAuthorizer, UnionRuleResolver } from './union.authorizer.js';

/** The type of plugins' authorizers in metrics and decision steps. */
const TYPE = 'Plugin';
/** The name of an instance whose class has none. */
const ANONYMOUS = 'anonymous';

/** The unions that plugins' authorizers join, and where their decisions are counted. */
export interface PluginAuthorizersParts {
  readonly authorizer: Pick<UnionAuthorizer, 'use'>;
  readonly ruleResolver: Pick<UnionRuleResolver, 'use'>;
  readonly metrics: MetricsRegistry;
}

/** The authorizers of the installed plugins, named by their classes. */
export class PluginAuthorizers {
  private members: readonly InstrumentedAuthorizer[] = [];
  /** By the plugins' own: those that stay keep their statistics. */
  private made = new Map<Authorizer, InstrumentedAuthorizer>();

  constructor(private readonly parts: PluginAuthorizersParts) {}

  /** Activates these in place of the former ones. The second of a name is `Name-2`, so that each has its own name. */
  use(contributed: readonly Authorizer[]): void {
    const { authorizer, ruleResolver } = this.parts;
    const names = distinct(contributed.map(({ constructor }) => constructor.name || ANONYMOUS));
    this.members = contributed.map((member, i) => this.instrumented(member, names[i]));
    this.made = new Map(contributed.map((member, i) => [member, this.members[i]]));
    authorizer.use(this.members);
    ruleResolver.use(this.members);
  }

  private instrumented(member: Authorizer, name: string): InstrumentedAuthorizer {
    const made = this.made.get(member);
    if (made?.name === name) return made;
    return new InstrumentedAuthorizer(contractOf(member), { type: TYPE, name, metrics: this.parts.metrics });
  }

  /** Those that are called now, in their order. */
  get current(): readonly InstrumentedAuthorizer[] {
    return this.members;
  }
}

/** The methods that plugins' authorizers are called by: others of the class may share a name with those of the server's. */
function contractOf(member: Authorizer): ClosableAuthorizer {
  const { rulesFor }: Partial<RuleResolver> = member as Partial<ClosableAuthorizer>;
  return {
    authorize: (attributes) => member.authorize(attributes),
    rulesFor: rulesFor?.bind(member) ?? unknownRules,
    ...(member.filter && { filter: member.filter.bind(member) }),
  };
}

/** Of an authorizer that lists no rules it is only known that it may allow more. */
function unknownRules(): UserRules {
  const errors = ["a plugin's authorizer does not support user rule resolution"];
  return { resourceRules: [], nonResourceRules: [], incomplete: true, errors };
}

function distinct(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}
