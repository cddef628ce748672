import { FieldPath, formatFieldError, goQuote, validateDomainPrefixedPath } from '../../../apimachinery/index.js';
import { type AuthorizationAttributes, IMPERSONATED_IN_PART } from '../../../authz/index.js';
import type { UserInfo } from '../../../request/index.js';
import { type ImpersonationChecks, type Target, rightTo } from './impersonation-check.js';
import type { Attempt, ImpersonationMode } from './impersonation-mode.js';
import { type SentIdentity, accountOf, nodeOf, userOf } from './sent-identity.js';

const SUPERUSER_GROUP = 'system:masters';
const NODES_GROUP = 'system:nodes';
const NODE_NAME_KEY = 'authentication.kubernetes.io/node-name';
const NODE_KEYS_KEY = 'authentication.kubernetes.io/associated-node-keys';

/** From how many groups or extra values on the right to all of them is asked about first. */
const MANY_PARTS = 4;

const WHOLE = { subresource: '', namespace: '' };

/**
 * The modes of constrained impersonation, the narrowest first (KEP-5284): a caller needs the verb
 * `impersonate-on:<mode>:<verb>` on what the request asks for, and `impersonate:<mode>` on every part of the identity.
 */
export const CONSTRAINED_MODES: readonly ImpersonationMode[] = [
  createMode('associated-node', isAssociatedNode, withoutNodeName),
  createMode('arbitrary-node', ({ identity }) => isNameAlone(identity) && nodeOf(identity.name) !== undefined),
  createMode('serviceaccount', ({ identity }) => isNameAlone(identity) && accountOf(identity.name) !== undefined),
  createMode('user-info', ({ identity: { name } }) => nodeOf(name) === undefined && accountOf(name) === undefined),
];

/** Changes the attributes of the checks of a mode. */
type Rewrite = (attributes: AuthorizationAttributes) => AuthorizationAttributes;

function createMode(
  name: string,
  applies: (attempt: Attempt) => boolean,
  rewrite: Rewrite = (attributes) => attributes,
): ImpersonationMode {
  const constraint = `impersonate:${name}`;
  return {
    constraint,
    applies,
    checks: function* ({ identity, attributes }) {
      const { user } = attributes;
      yield { attributes: rewrite({ ...attributes, verb: `impersonate-on:${name}:${attributes.verb}` }) };
      const right = (target: Target) => rewrite(rightTo(target, { user, verb: constraint }));
      yield { attributes: right(nameTarget(identity.name)) };
      yield* partChecks(identity, right);
    },
    userOf: (identity) =>
      userOf(nodeOf(identity.name) === undefined ? identity : { ...identity, groups: [NODES_GROUP] }),
  };
}

function nameTarget(name: string): Target {
  const node = nodeOf(name);
  if (node !== undefined) return { ...IMPERSONATED_IN_PART.node, ...WHOLE, name: node };
  const account = accountOf(name);
  return account
    ? { ...IMPERSONATED_IN_PART.account, subresource: '', ...account }
    : { ...IMPERSONATED_IN_PART.user, ...WHOLE, name };
}

type Right = (target: Target) => AuthorizationAttributes;

function* partChecks({ uid, groups, extra }: SentIdentity, right: Right): ImpersonationChecks {
  if (uid !== undefined) yield { attributes: right({ ...IMPERSONATED_IN_PART.uid, ...WHOLE, name: uid }) };
  if (groups.length > 0) yield* groupChecks(groups, (name) => right({ ...IMPERSONATED_IN_PART.group, ...WHOLE, name }));
  if (extra) {
    yield* extraChecks(extra, (key, value) =>
      right({ ...IMPERSONATED_IN_PART.extra, subresource: key, namespace: '', name: value }),
    );
  }
}

function* groupChecks(
  groups: readonly string[],
  right: (name: string) => AuthorizationAttributes,
): ImpersonationChecks {
  if (groups.includes('')) {
    yield { attributes: right(''), refusal: 'impersonating the empty string group is not allowed' };
  }
  if (groups.includes(SUPERUSER_GROUP)) {
    yield { attributes: right(SUPERUSER_GROUP), refusal: 'impersonating the system:masters group is not allowed' };
  }
  if (groups.length >= MANY_PARTS && (yield { attributes: right('*'), isShortcut: true })) return;
  for (const group of groups) yield { attributes: right(group) };
}

function* extraChecks(
  extra: Readonly<Record<string, readonly string[]>>,
  right: (key: string, value: string) => AuthorizationAttributes,
): ImpersonationChecks {
  const values = Object.entries(extra).flatMap(([key, ofKey]) => ofKey.map((value) => ({ key, value })));
  const refusal = extraFault(extra);
  if (refusal !== undefined) yield { attributes: right('', ''), refusal };
  if (values.length >= MANY_PARTS && (yield { attributes: right('*', '*'), isShortcut: true })) return;
  for (const { key, value } of values) yield { attributes: right(key, value) };
}

function extraFault(extra: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed';
    const errors = validateDomainPrefixedPath(key, FieldPath.of('extra', 'key'));
    if (errors.length > 0) {
      return `impersonating an invalid key in extra is not allowed: ${errors.map(formatFieldError).join(', ')}`;
    }
    if (key !== key.toLowerCase()) {
      return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`;
    }
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  }
  return undefined;
}

function isNameAlone({ uid, groups, extra }: SentIdentity): boolean {
  return uid === undefined && groups.length === 0 && !extra;
}

/** True for the service account of a pod that acts as the node which the pod runs on. */
function isAssociatedNode({ identity, attributes: { user } }: Attempt): boolean {
  const node = isNameAlone(identity) ? nodeOf(identity.name) : undefined;
  const names = user.extra?.[NODE_NAME_KEY] ?? [];
  return node !== undefined && accountOf(user.name) !== undefined && names.length === 1 && names[0] === node;
}

/** The right holds for whichever node the caller runs on, so that no authorizer sees its name. */
function withoutNodeName(attributes: AuthorizationAttributes): AuthorizationAttributes {
  const isIdentity = attributes.verb === 'impersonate:associated-node';
  return { ...attributes, user: withoutNode(attributes.user), ...(isIdentity && { name: '*' }) };
}

function withoutNode(user: UserInfo): UserInfo {
  return { ...user, extra: { [NODE_KEYS_KEY]: Object.keys(user.extra ?? {}).sort() } };
}
