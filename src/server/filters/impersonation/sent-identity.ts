import type { IncomingMessage } from 'node:http';
import { badRequest, goQuote, isDns1123Label, isDns1123Subdomain, isWithin } from '../../../apimachinery/index.js';
import {
  ANONYMOUS_USER,
  AUTHENTICATED_GROUP,
  UNAUTHENTICATED_GROUP,
  type UserInfo,
  extraOfHeaders,
  headerValues,
} from '../../../request/index.js';

const EXTRA_PREFIXES = ['impersonate-extra-'];
const ACCOUNT = /^system:serviceaccount:([^:]*):([^:]*)$/;
const NODE_PREFIX = 'system:node:';

/** The first release that reads the header with the uid. */
const UID_SINCE = { since: '1.22' };

/** An identity that a caller requests, as it was sent. */
export interface SentIdentity {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  readonly extra: Record<string, string[]> | undefined;
}

/** The release whose headers are read, and how parts without a user are worded. */
export interface HeaderRules {
  readonly release: string;
  readonly isConstrained: boolean;
}

/**
 * Returns the identity that the `Impersonate-*` headers of a request name. Undefined without such headers: an empty
 * user or uid counts as absent. Throws 400 for parts without a user.
 */
export function sentIdentity(
  request: IncomingMessage,
  { release, isConstrained }: HeaderRules,
): SentIdentity | undefined {
  const raw = request.rawHeaders;
  // Of a header that may not be repeated the first counts.
  const [name = ''] = headerValues(raw, 'impersonate-user');
  const groups = headerValues(raw, 'impersonate-group');
  const uid = isWithin(UID_SINCE, release) ? headerValues(raw, 'impersonate-uid')[0] || undefined : undefined;
  const extra = extraOfHeaders(raw, EXTRA_PREFIXES);
  if (name !== '') return { name, groups, uid, extra };
  if (groups.length === 0 && uid === undefined && extra === undefined) return undefined;
  const parts = { groups, uid, extra };
  throw badRequest(
    isConstrained
      ? `requested ${formatUser(parts)} without impersonating a user name`
      : `requested ${formatParts(parts)} without impersonating a user`,
  );
}

type PartsAlone = Omit<SentIdentity, 'name'>;

/** Parts of an identity as Go prints the references that the reference makes of them. */
function formatParts({ groups, uid, extra = {} }: PartsAlone): string {
  const version = 'authentication.k8s.io/v1';
  const extras = Object.entries(extra).flatMap(([key, values]) =>
    values.map((value) => `{UserExtra  ${value}  ${version}  ${key}}`),
  );
  const uids = uid === undefined ? [] : [`{UID  ${uid}  ${version}  }`];
  return `[${[...groups.map((group) => `{Group  ${group}    }`), ...extras, ...uids].join(' ')}]`;
}

/** The same as Go prints the user that the reference makes of them since 1.36. */
function formatUser({ groups, uid = '', extra }: PartsAlone): string {
  const list = (values: readonly string[]) => `[]string{${values.map(goQuote).join(', ')}}`;
  const keys = Object.keys(extra ?? {}).sort();
  const map = extra ? `{${keys.map((key) => `${goQuote(key)}:${list(extra[key])}`).join(', ')}}` : '(nil)';
  const groupList = groups.length === 0 ? '[]string(nil)' : list(groups);
  return `&user.DefaultInfo{Name:"", UID:${goQuote(uid)}, Groups:${groupList}, Extra:map[string][]string${map}}`;
}

/** Returns the service account of a user name; a name that no account can have is that of a plain user. */
export function accountOf(userName: string): { namespace: string; name: string } | undefined {
  const [, namespace, name] = ACCOUNT.exec(userName) ?? [];
  if (namespace === undefined || isDns1123Label(namespace).length > 0) return undefined;
  return isDns1123Subdomain(name).length > 0 ? undefined : { namespace, name };
}

/** Returns the node of a user name; a name that no node can have is that of a plain user. */
export function nodeOf(userName: string): string | undefined {
  if (!userName.startsWith(NODE_PREFIX)) return undefined;
  const name = userName.slice(NODE_PREFIX.length);
  return isDns1123Subdomain(name).length > 0 ? undefined : name;
}

/** Returns the user of an identity, with the groups every identity has: those of accounts, and whether it is authenticated. */
export function userOf({ name, groups, uid, extra }: SentIdentity): UserInfo {
  return { name, groups: completeGroups(name, groups), ...(uid !== undefined && { uid }), ...(extra && { extra }) };
}

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
