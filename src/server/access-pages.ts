import { badRequest, methodNotAllowed } from '../apimachinery/index.js';
import type { AccessInspection, AuthorizationAttributes } from '../authz/index.js';
import { stringifyJson } from '../codecs/index.js';
import type { RequestContext } from '../endpoints/index.js';
import { MASTERS_GROUP } from '../request/index.js';

const ROOT = '/debug/access/';
const API_VERSION = 'access.binnacle.io/v1alpha1';
const QUESTION = ['verb', 'group', 'resource', 'subresource', 'namespace', 'name', 'path'];

/** Tells those who may read `/debug/access/` who may do what, and what authorizers do (`--decision-trace`). */
export class AccessPages {
  private readonly pages: ReadonlyMap<string, (context: RequestContext) => object | Promise<object>>;

  constructor(private readonly inspection: AccessInspection) {
    this.pages = new Map<string, (context: RequestContext) => object | Promise<object>>([
      ['who-can', (context) => this.whoCan(context)],
      ['statistics', (context) => this.statistics(context)],
      ['flush', (context) => this.flush(context)],
    ]);
  }

  /** Answers a request, if its path is one of these; tells whether it is. */
  async answer(context: RequestContext): Promise<boolean> {
    const page = context.path.startsWith(ROOT) ? this.pages.get(context.path.slice(ROOT.length)) : undefined;
    if (page === undefined) return false;
    const document = await page(context);
    context.send(200, { contentType: 'application/json', body: stringifyJson(document, 2) });
    return true;
  }

  private async whoCan(context: RequestContext): Promise<object> {
    requireMethod(context, 'GET');
    const attributes = attributesIn(context.query);
    const { subjects, mayAllowOthers } = await this.inspection.whoMay(attributes);
    const masters = { kind: 'Group', name: MASTERS_GROUP, by: 'membership in a privileged group' };
    return {
      kind: 'WhoCanReview',
      apiVersion: API_VERSION,
      spec: Object.fromEntries(context.query),
      status: { subjects: [masters, ...subjects], incomplete: mayAllowOthers.length > 0, mayAllowOthers },
    };
  }

  private statistics(context: RequestContext): object {
    requireMethod(context, 'GET');
    return { kind: 'AuthorizerStatistics', apiVersion: API_VERSION, items: this.inspection.statistics() };
  }

  private flush(context: RequestContext): object {
    requireMethod(context, 'POST');
    const user = context.query.get('user') ?? undefined;
    return { kind: 'AnswersForgotten', apiVersion: API_VERSION, user, count: this.inspection.forget(user) };
  }
}

function requireMethod({ method }: RequestContext, wanted: string): void {
  if (method !== wanted) throw methodNotAllowed();
}

function attributesIn(query: URLSearchParams): AuthorizationAttributes {
  const other = [...query.keys()].find((key) => !QUESTION.includes(key));
  if (other !== undefined)
    throw badRequest(`unknown parameter ${JSON.stringify(other)}: ${QUESTION.join(', ')} are known`);
  const of = (member: string): string => query.get(member) ?? '';
  const isResourceRequest = of('resource') !== '';
  if (of('verb') === '' || isResourceRequest === (of('path') !== '')) {
    throw badRequest('a verb has to be given, and a resource or a path');
  }
  return {
    user: { name: '', groups: [] },
    verb: of('verb'),
    namespace: of('namespace'),
    group: of('group'),
    version: '*',
    resource: of('resource'),
    subresource: of('subresource'),
    name: of('name'),
    isResourceRequest,
    path: of('path'),
  };
}
