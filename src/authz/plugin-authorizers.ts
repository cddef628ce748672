import type { MetricsRegistry } from '../observability/index.js';
import type { Authorizer } from './authorizer.js';
import { checkedAuthorizer } from './checked-authorizer.js';
import { InstrumentedAuthorizer } from './instrumented.authorizer.js';
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
    return new InstrumentedAuthorizer(checkedAuthorizer(member, name), {
      type: TYPE,
      name,
      metrics: this.parts.metrics,
    });
  }

  /** Those that are called now, in their order. */
  get current(): readonly InstrumentedAuthorizer[] {
    return this.members;
  }
}

function distinct(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  });
}
