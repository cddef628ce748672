import { badRequest, isWithin, isDns1123Label, isDns1123Subdomain } from '../../apimachinery/index.js';
import { type AuthorizationAttributes, type Authorizer, IMPERSONATED } from '../../authz/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import { deny } from './deny.js';
import {
  ANONYMOUS_USER,
  AUTHENTICATED_GROUP,
  UNAUTHENTICATED_GROUP,
  type UserInfo,
  extraOfHeaders,
  headerValues,
} from '../../request/index.js';

const EXTRA_PREFIXES = ['impersonate-extra-'];
const ACCOUNT = /^system:serviceaccount:([^:]*):([^:]*)$/;

/** The first release that reads the header with the uid. */
const UID_SINCE = { since: '1.22' };

/** What decides about an impersonation, and the release whose headers are read. */
export interface Impersonating {
  readonly authorizer: Authorizer;
  readonly release: string;
}

/**
 * Returns the identity a caller impersonates (specification, "Impersonation"): every part of it must be allowed to the
 * caller. Undefined without such headers: an empty user or uid counts as absent. Throws 403 for a part that is not
 * allowed, 400 for parts without a user.
 */
export async function impersonate(
  context: RequestContext,
  { authorizer, release }: Impersonating,
): Promise<UserInfo | undefined> {
  const raw = context.request.rawHeaders;
  // Of a header that may not be repeated the first counts.
  const [name = ''] = headerValues(raw, 'impersonate-user');
  const groups = headerValues(raw, 'impersonate-group');
  const uid = isWithin(UID_SINCE, release) ? headerValues(raw, 'impersonate-uid')[0] || undefined : undefined;
  const extra = extraOfHeaders(raw, EXTRA_PREFIXES);
  if (name === '') {
    if (groups.length === 0 && uid === undefined && extra === undefined) return undefined;
    throw badRequest(`requested ${formatParts({ groups, uid, extra })} without impersonating a user`);
  }
  for (const target of targetsOf({ name, groups, uid, extra })) await authorizeTarget(context, authorizer, target);
  return { name, groups: completeGroups(name, groups), ...(uid !== undefined && { uid }), ...(extra && { extra }) };
}

/** Parts of an identity as Go prints the references that the reference makes of them. */
function formatParts({ groups, uid, extra = {} }: Omit<SentIdentity, 'name'>): string {
  const version = 'authentication.k8s.io/v1';
  const extras = Object.entries(extra).flatMap(([key, values]) =>
    values.map((value) => `{UserExtra  ${value}  ${version}  ${key}}`),
  );
  const uids = uid === undefined ? [] : [`{UID  ${uid}  ${version}  }`];
  return `[${[...groups.map((group) => `{Group  ${group}    }`), ...extras, ...uids].join(' ')}]`;
}

type Target = Pick<AuthorizationAttributes, 'group' | 'version' | 'resource' | 'subresource' | 'namespace' | 'name'>;

/** The identity that a caller requests, as it was sent. */
interface SentIdentity {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  readonly extra: Record<string, string[]> | undefined;
}

function* targetsOf({ name, groups, uid, extra }: SentIdentity): Generator<Target> {
  const whole = { subresource: '', namespace: '' };
  const account = accountOf(name);
  if (account) yield { ...IMPERSONATED.account, subresource: '', ...account };
  else yield { ...IMPERSONATED.user, ...whole, name };
  for (const group of groups) yield { ...IMPERSONATED.group, ...whole, name: group };
  for (const [key, values] of Object.entries(extra ?? {})) {
    for (const value of values) yield { ...IMPERSONATED.extra, subresource: key, namespace: '', name: value };
  }
  if (uid !== undefined) yield { ...IMPERSONATED.uid, ...whole, name: uid };
}

/** The service account of that user name; a name that no account can have is that of a plain user. */
function accountOf(userName: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = ACCOUNT.exec(userName) ?? [];
  if (namespace === undefined || isDns1123Label(namespace).length > 0) return undefined;
  return isDns1123Subdomain(name).length > 0 ? undefined : { namespace, name };
}

async function authorizeTarget(context: RequestContext, authorizer: Authorizer, target: Target): Promise<void> {
  const attributes: AuthorizationAttributes = {
    ...target,
    user: context.user,
    verb: 'impersonate',
    isResourceRequest: true,
    path: '',
  };
  const decision = await authorizer.authorize(attributes);
  if (decision.verdict !== 'Allow') throw deny(context, attributes, decision.reason);
}

/** Groups every identity has, given or not: those of accounts, and whether it counts as authenticated. */
function completeGroups(name: string, groups: readonly string[]): string[] {
  const account = accountOf(name);
  const all =
    groups.length === 0 && account
      ? ['system:serviceaccounts', `system:serviceaccounts:${account.namespace}`]
      : [...groups];
  if (name === ANONYMOUS_USER) return all.includes(UNAUTHENTICATED_GROUP) ? all : [...all, UNAUTHENTICATED_GROUP];
  const isDecided = all.includes(AUTHENTICATED_GROUP) || all.includes(UNAUTHENTICATED_GROUP);
  return isDecided ? all : [...all, AUTHENTICATED_GROUP];
}
