import type { AuthorizationAttributes, Authorizer, Decision, UserInfo } from '../../../src/plugin-api/index.js';
import type { ExpressionLanguage } from '../../../src/plugin-api/built-in.js';

type Ask = InstanceType<ExpressionLanguage['AuthorizerValue']>['ask'];
type Question = Parameters<Ask>[0];
type Answer = ReturnType<Ask>;

/** Ends an evaluation that needs the decision of an authorizer that has to wait; it is run again afterwards. */
export class AwaitedDecision extends Error {
  constructor(readonly settled: Promise<void>) {
    super('the evaluation waits for an authorizer');
  }
}

/** The decisions that the expressions about one request ask for. Each is asked for once. */
export class AuthorizerAnswers {
  private readonly known = new Map<string, Answer>();

  constructor(
    private readonly authorizer: Authorizer,
    private readonly user: UserInfo,
  ) {}

  /** Decides for an expression; throws AwaitedDecision if the authorizer is asynchronous. */
  readonly ask: Ask = (question) => {
    const key = JSON.stringify(question);
    const known = this.known.get(key);
    if (known) return known;
    const decision = this.decide(question);
    if (decision instanceof Promise) {
      throw new AwaitedDecision(decision.then(answerOf, failureOf).then((answer) => void this.known.set(key, answer)));
    }
    const answer = answerOf(decision);
    this.known.set(key, answer);
    return answer;
  };

  private decide(question: Question): Decision | Promise<Decision> {
    const { serviceAccount } = question;
    const user = serviceAccount ? accountUser(serviceAccount) : this.user;
    try {
      return this.authorizer.authorize(attributesFor(question, user));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function answerOf({ verdict, reason }: Decision): Answer {
  return { allowed: verdict === 'Allow', reason };
}

function failureOf(error: unknown): Answer {
  return { allowed: false, reason: '', error: error instanceof Error ? error.message : String(error) };
}

/** A service account as upstream asks about it: without the group of all authenticated users. */
function accountUser({ namespace, name }: NonNullable<Question['serviceAccount']>): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
}

function attributesFor(question: Question, user: UserInfo): AuthorizationAttributes {
  const { path, verb = '', group = '', resource = '', subresource = '', namespace = '', name = '' } = question;
  const isResourceRequest = path === undefined;
  return {
    ...{ user, verb, namespace, group, resource, subresource, name, isResourceRequest },
    version: isResourceRequest ? '*' : '',
    path: path ?? '',
    ...(question.fieldSelector && { fieldSelector: question.fieldSelector }),
    ...(question.labelSelector && { labelSelector: question.labelSelector }),
  };
}
