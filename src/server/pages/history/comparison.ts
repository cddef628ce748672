/** Two states of a value. Each member is compared once, however often it is asked about: many may own the same list. */
export class Comparison {
  private known: boolean | undefined;
  private readonly members = new Map<string, Comparison>();

  constructor(
    private readonly before: unknown,
    private readonly after: unknown,
  ) {}

  /** True if the states are not deeply equal. */
  get isChanged(): boolean {
    return (this.known ??= this.differs());
  }

  /** Returns the same of a member, which neither state needs to have. */
  member(name: string): Comparison {
    let member = this.members.get(name);
    if (!member) {
      member = new Comparison(memberOf(this.before, name), memberOf(this.after, name));
      this.members.set(name, member);
    }
    return member;
  }

  private differs(): boolean {
    const { before, after } = this;
    if (before === after) return false;
    if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return true;
    const names = Object.keys(after);
    return (
      names.length !== Object.keys(before).length ||
      names.some((name) => !Object.hasOwn(before, name) || this.member(name).isChanged)
    );
  }
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
