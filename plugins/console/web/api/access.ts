import type { Api } from './api.js';

/** A request whose access is checked. */
export interface AccessQuestion {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** In place of a resource: a path outside of the API, such as `/metrics`. */
  readonly path: string;
}

/** The user of a request. */
export interface Subject {
  readonly user: string;
  readonly groups: readonly string[];
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

interface Trace {
  readonly status: { readonly steps: readonly DecisionStep[] };
}

interface Review {
  readonly status?: {
    readonly allowed?: boolean;
    readonly denied?: boolean;
    readonly reason?: string;
    readonly evaluationError?: string;
  };
}

/** Asks whether a user may make a request, and why. Throws ApiError. */
export async function checkAccess(api: Api, question: AccessQuestion, subject: Subject): Promise<AccessAnswer> {
  const asked = attributesOf(question);
  const attributes = question.path === '' ? { resourceAttributes: asked } : { nonResourceAttributes: asked };
  const body = {
    ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview' },
    spec: { ...subject, ...attributes },
  };
  const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const { status = {} } = await api.json<Review>({ method: 'POST', path, body });
  const { allowed = false, denied = false, reason = '', evaluationError } = status;
  // Not every server has it, and not every user may read it.
  const query = { ...asked, ...subject };
  const trace = await api.json<Trace>({ path: '/debug/access/decision', query }).catch(() => undefined);
  return { isAllowed: allowed, isDenied: denied, reason: reason || evaluationError || '', steps: trace?.status.steps };
}

/** Asks who is allowed a request. Throws ApiError: 404 where the server runs without `--decision-trace`. */
export async function whoCan(api: Api, question: AccessQuestion): Promise<WhoCan> {
  return (await api.json<{ status: WhoCan }>({ path: '/debug/access/who-can', query: attributesOf(question) })).status;
}

/** The attributes of the request, as reviews name them: a path has no others. */
function attributesOf({ verb, path, resource, ...rest }: AccessQuestion): Readonly<Record<string, string>> {
  if (path !== '') return { verb, path };
  const [name, subresource = ''] = resource.split('/');
  return { verb, ...rest, resource: name, subresource };
}
