import { IMPERSONATED } from '../../../authz/index.js';
import { type ImpersonationChecks, type Target, rightTo } from './impersonation-check.js';
import type { ImpersonationMode } from './impersonation-mode.js';
import { type SentIdentity, accountOf, userOf } from './sent-identity.js';

/** The mode of all releases: a caller with the verb `impersonate` on every part of an identity is that identity. */
export const LEGACY_MODE: ImpersonationMode = {
  applies: () => true,
  checks: ({ identity, attributes: { user } }) =>
    checksOf(identity, (target) => rightTo(target, { user, verb: 'impersonate' })),
  userOf,
};

function* checksOf(identity: SentIdentity, right: (target: Target) => ReturnType<typeof rightTo>): ImpersonationChecks {
  for (const target of targetsOf(identity)) yield { attributes: right(target) };
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
