import { Controller, Get, Header, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { badRequest } from '../../apimachinery/index.js';
import { AccessInspection, type AuthorizationAttributes, decisionOfSteps } from '../../authz/index.js';
import { stringifyJson } from '../../codecs/index.js';
import { MASTERS_GROUP } from '../../request/index.js';

const API_VERSION = 'access.binnacle.io/v1alpha1';
const QUESTION = ['verb', 'group', 'resource', 'subresource', 'namespace', 'name', 'path'];
const QUESTION_ABOUT_USER = [...QUESTION, 'version', 'user', 'groups'];

/** The pages, as the index describes them. */
const PAGES = [
  {
    path: '/debug/access/who-can',
    method: 'GET',
    parameters: QUESTION,
    description: 'the subjects that roles allow a request, and the authorizers that may allow it to others',
  },
  {
    path: '/debug/access/decision',
    method: 'GET',
    parameters: QUESTION_ABOUT_USER,
    description: 'the decision about a request of a user, and what each authorizer said; groups may be repeated',
  },
  {
    path: '/debug/access/statistics',
    method: 'GET',
    parameters: [],
    description: 'the decisions of each authorizer since the start',
  },
  {
    path: '/debug/access/flush',
    method: 'POST',
    parameters: ['user'],
    description: 'removes cached responses of webhooks about a user, or all of them',
  },
];
/** Headers of responses to administrators. */
const HEADERS = ['binnacle-authenticator', 'binnacle-decision', 'binnacle-decision-steps', 'binnacle-admission'];

/** Parameters of a query; those that are repeated have all their values. */
type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

/** Serves `/debug/access/`: who is allowed what, and the decisions of authorizers (`--decision-trace`). */
@Controller('debug/access')
export class AccessPagesController {
  constructor(@Inject(AccessInspection) private readonly inspection: AccessInspection) {}

  /** Returns the pages with their parameters, and what else says how requests are decided. */
  @Get()
  @Header('content-type', 'application/json')
  index(): string {
    return page('AccessPages', { items: PAGES, headers: HEADERS });
  }

  /** Returns the subjects that are allowed the request of the query, as far as authorizers can list them. */
  @Get('who-can')
  @Header('content-type', 'application/json')
  async whoCan(@Query() query: QueryParameters): Promise<string> {
    const { subjects, mayAllowOthers } = await this.inspection.whoMay(attributesIn(query));
    const masters = { kind: 'Group', name: MASTERS_GROUP, by: 'membership in a privileged group' };
    return page('WhoCanReview', {
      spec: query,
      status: { subjects: [masters, ...subjects], incomplete: mayAllowOthers.length > 0, mayAllowOthers },
    });
  }

  /** Decides about the request of the query, as if its user made it, and returns what each authorizer said. */
  @Get('decision')
  @Header('content-type', 'application/json')
  async decision(@Query() query: QueryParameters): Promise<string> {
    const { user = '', groups = [], version = '*' } = query;
    const asked = { name: [user].flat()[0], groups: [groups].flat() };
    const attributes = attributesIn(query, QUESTION_ABOUT_USER);
    const steps = await this.inspection.decide({ ...attributes, user: asked, version: [version].flat()[0] });
    return page('DecisionReview', { spec: query, status: { ...decisionOfSteps(steps), steps } });
  }

  /** Returns the decisions of each authorizer since the start. */
  @Get('statistics')
  @Header('content-type', 'application/json')
  statistics(): string {
    return page('AuthorizerStatistics', { items: this.inspection.statistics() });
  }

  /** Makes webhooks forget what they answered about a user, or everything. */
  @Post('flush')
  @HttpCode(200)
  @Header('content-type', 'application/json')
  flush(@Query('user') user?: string): string {
    return page('AnswersForgotten', { user, count: this.inspection.forget(user) });
  }
}

function page(kind: string, members: object): string {
  return stringifyJson({ kind, apiVersion: API_VERSION, ...members }, 2);
}

function attributesIn(query: QueryParameters, known = QUESTION): AuthorizationAttributes {
  const other = Object.keys(query).find((key) => !known.includes(key));
  if (other !== undefined)
    throw badRequest(`unknown parameter ${JSON.stringify(other)}: ${known.join(', ')} are known`);
  const of = (member: string): string => [query[member] ?? ''].flat()[0];
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
