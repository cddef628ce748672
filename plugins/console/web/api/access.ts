import type { Api } from './api.js';
import type { ApiError } from './api-error.js';
import type { Group } from './discovery.js';
import { pathOf } from './discovery.js';

/** A request whose access is checked. */
export interface AccessQuestion {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** The user of a request. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A question about a user, with the kinds of the server. */
export interface AccessCheck {
  readonly question: AccessQuestion;
  readonly subject: Subject;
  readonly groups: readonly Group[];
}

/** A decision, with what each authorizer said where the server shows it. */
export interface AccessAnswer {
  readonly isAllowed: boolean;
  readonly isDenied: boolean;
  readonly reason: string;
  readonly steps: readonly DecisionStep[] | undefined;
}

/** The verdict of one authorizer (`--decision-trace`). */
export interface DecisionStep {
  readonly type: string;
  readonly name: string;
  readonly verdict: string;
  readonly reason: string;
}

/** The subjects that are allowed a request, as far as authorizers can list them. */
export interface WhoCan {
  readonly subjects: readonly {
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
    readonly by?: string;
  }[];
  readonly mayAllowOthers: readonly string[];
}

interface Review {
  readonly status?: {
    readonly allowed?: boolean;
    readonly denied?: boolean;
    readonly reason?: string;
    readonly evaluationError?: string;
  };
}

const READ_VERBS = ['get', 'list'];

/** Asks whether a user may make a request, and why. Throws ApiError. */
export async function checkAccess(api: Api, { question, subject, groups }: AccessCheck): Promise<AccessAnswer> {
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const [resource, subresource = ''] = question.resource.split('/');
  const resourceAttributes = { ...question, resource, subresource };
  const body = {
    ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
    spec: { user: subject.user, groups: subject.groups, resourceAttributes },
  };
  const { status = {} } = await api.json<Review>({ method: 'POST', path, body });
  const { allowed = false, denied = false, reason = '', evaluationError } = status;
  const steps = await traceOf(api, { question, subject, groups });
  return { isAllowed: allowed, isDenied: denied, reason: reason || evaluationError || '', steps };
}

/** Asks who is allowed a request. Throws ApiError: 404 where the server runs without `--decision-trace`. */
export async function whoCan(api: Api, { resource, ...question }: AccessQuestion): Promise<WhoCan> {
  const [name, subresource] = resource.split('/');
  const query = { ...question, resource: name, subresource };
  return (await api.json<{ status: WhoCan }>({ path: '/debug/access/who-can', query })).status;
}

/** The verdicts of the authorizers, from a read in the user's name: a read changes nothing. Undefined where they are not shown. */
async function traceOf(
  api: Api,
  { question: { verb, group, resource, namespace, name }, subject, groups }: AccessCheck,
): Promise<readonly DecisionStep[] | undefined> {
  const { user, groups: userGroups } = subject;
  const found = groups.find((each) => each.name === group)?.resources.find((each) => each.resource === resource);
  if (!found || !READ_VERBS.includes(verb) || userGroups.length > 1 || user === '') return undefined;
  const headers = { 'impersonate-user': user, ...(userGroups.length === 1 && { 'impersonate-group': userGroups[0] }) };
  const path = pathOf(found, namespace, verb === 'get' ? name : undefined);
  const answered = await api.text({ path, query: { limit: '1' }, headers }).catch((error: ApiError) => error);
  const text = answered.headers?.get('binnacle-decision-steps');
  return text ? (JSON.parse(text) as DecisionStep[]) : undefined;
}
