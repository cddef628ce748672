/** The result of a matcher, as jest and vitest take it. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** An answer: that of `server.request()`, or any with a status and a Status as its body. */
interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly body?: unknown;
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
}

/** The expected members of a condition besides its type. */
export interface WantedCondition {
  /** `True` when not given. */
  readonly status?: string;
  readonly reason?: string;
}

/** The members of API objects that matchers look at. */
interface Seen {
  readonly metadata?: {
    readonly name?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly uid?: string; readonly kind?: string; readonly name?: string }[];
    readonly uid?: string;
    readonly deletionTimestamp?: string;
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** The matchers for `expect.extend`, in jest and vitest. */
export const matchers = {
  /** An object has a condition; it is True unless another status is given. */
  toHaveCondition(received: unknown, type: string, { status = 'True', reason }: WantedCondition = {}): MatcherResult {
    const conditions = (objectOf(received).status?.conditions ?? []) as readonly Condition[];
    const found = conditions.find((condition) => condition.type === type);
    const pass = found !== undefined && found.status === status && (reason === undefined || found.reason === reason);
    const wanted = `${type}=${status}${reason === undefined ? '' : ` (${reason})`}`;
    return result(pass, `to have the condition ${wanted}`, conditions.map(conditionText).join(', ') || 'none');
  },

  /** An answer has a code and, where given, the reason of a Status. */
  toHaveStatus(received: unknown, code: number, reason?: string): MatcherResult {
    const answer = received as Answer;
    const found = (answer.body as { reason?: string } | undefined)?.reason;
    const pass = answer.status === code && (reason === undefined || found === reason);
    return result(pass, `to have the status ${code} ${reason ?? ''}`.trimEnd(), textOf(answer));
  },

  /** An answer says that its user may not do that. */
  toBeForbidden(received: unknown): MatcherResult {
    return result((received as Answer).status === 403, 'to be forbidden', textOf(received as Answer));
  },

  /** An answer says that a write is invalid; with a field, because of that one. */
  toBeInvalid(received: unknown, field?: string): MatcherResult {
    const answer = received as Answer;
    const { details } = (answer.body ?? {}) as { details?: { causes?: readonly { field?: string }[] } };
    const fields = (details?.causes ?? []).map((cause) => cause.field ?? '');
    const pass = answer.status === 422 && (field === undefined || fields.includes(field));
    const wanted = field === undefined ? 'to be invalid' : `to be invalid because of ${field}`;
    return result(pass, wanted, `${textOf(answer)} [${fields.join(', ')}]`);
  },

  /** An answer, to a read or a write, is that of an object that exists and is not being deleted. */
  toExist(received: unknown): MatcherResult {
    const { status } = received as Answer;
    const isGoing = objectOf(received).metadata?.deletionTimestamp !== undefined;
    return result(FOUND.has(status) && !isGoing, 'to exist', isGoing ? 'is being deleted' : String(status));
  },

  /** An object has labels, among others. */
  toHaveLabels(received: unknown, labels: Readonly<Record<string, string>>): MatcherResult {
    const found = objectOf(received).metadata?.labels ?? {};
    const pass = Object.entries(labels).every(([name, value]) => found[name] === value);
    return result(pass, `to have the labels ${JSON.stringify(labels)}`, JSON.stringify(found));
  },

  /** An object has another one as an owner. */
  toBeOwnedBy(received: unknown, owner: unknown): MatcherResult {
    const owners = objectOf(received).metadata?.ownerReferences ?? [];
    const { uid, name } = objectOf(owner).metadata ?? {};
    const pass = uid !== undefined && owners.some((reference) => reference.uid === uid);
    return result(
      pass,
      `to be owned by ${name}`,
      owners.map((each) => `${each.kind}/${each.name}`).join(', ') || 'none',
    );
  },
};

/** The codes of answers with an object. */
const FOUND: ReadonlySet<number> = new Set([200, 201]);

/** The object of an answer, or the object itself. */
function objectOf(received: unknown): Seen {
  const isAnswer = typeof (received as Answer).status === 'number';
  return (isAnswer ? (received as Answer).body : received) as Seen;
}

function result(pass: boolean, wanted: string, found: string): MatcherResult {
  return { pass, message: () => `expected ${pass ? 'not ' : ''}${wanted}, found: ${found}` };
}

function conditionText({ type, status, reason }: Condition): string {
  return `${type}=${status}${reason === undefined ? '' : ` (${reason})`}`;
}

function textOf({ status, body }: Answer): string {
  const message = (body as { message?: string } | undefined)?.message;
  return message === undefined ? String(status) : `${status} ${message}`;
}

/** The matchers as members of what `expect()` returns, for the declarations of jest and vitest. */
export interface KubernetesMatchers<R = unknown> {
  toHaveCondition(type: string, wanted?: WantedCondition): R;
  toHaveStatus(code: number, reason?: string): R;
  toBeForbidden(): R;
  toBeInvalid(field?: string): R;
  toExist(): R;
  toHaveLabels(labels: Readonly<Record<string, string>>): R;
  toBeOwnedBy(owner: unknown): R;
}
