import { type MaybePromise, whenSettled } from '../../apimachinery/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import { commonAudiences } from '../audiences.js';
import { TokenAuthenticator } from '../authenticator.js';
import { CREDENTIAL_RESOURCES } from '../kinds.js';
import { isSameText } from './same-text.js';
import type { CredentialSecret, SecretLookup } from './secret-lookup.js';
import type { TokenResult } from './token-result.js';

/** The dependencies for verifying bootstrap tokens. */
export interface BootstrapTokenSettings {
  readonly audiences: readonly string[];
  readonly lookup: SecretLookup;
  readonly clock: Clock;
  readonly logger: Logger;
}

const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;
const DEFAULT_GROUP = 'system:bootstrappers';
const SECRET_TYPES: ReadonlySet<string> = new Set(['bootstrap.kubernetes.io/token', 'bootstrap.k8s.io/token']);

/** Knows the tokens that new nodes join a cluster with (specification, "Bootstrap tokens"). */
export class BootstrapTokenAuthenticator extends TokenAuthenticator {
  constructor(private readonly settings: BootstrapTokenSettings) {
    super();
  }

  authenticateToken(token: string, wanted: readonly string[]): MaybePromise<TokenResult | undefined> {
    const [, id, secret] = TOKEN.exec(token) ?? [];
    const audiences = commonAudiences(wanted, this.settings.audiences);
    if (id === undefined || audiences.length === 0) return undefined;
    const name = { resource: CREDENTIAL_RESOURCES.secret, namespace: 'kube-system', name: `bootstrap-token-${id}` };
    return whenSettled(this.settings.lookup.findSecret(name), (found) => {
      const fault = found ? this.faultOf(found, id, secret) : 'there is no such Secret';
      if (fault !== undefined || !found) return this.ignore(name.name, fault ?? '');
      const groups = groupsOf(found);
      if (!groups) return this.ignore(name.name, 'auth-extra-groups has a group that is not allowed');
      const expiration = valueOf(found, 'expiration');
      return {
        user: { name: `system:bootstrap:${id}`, groups },
        audiences,
        dependsOn: [name],
        knownBy: 'bootstrap token',
        validUntil: expiration === '' ? undefined : Date.parse(expiration),
      };
    });
  }

  private faultOf(found: CredentialSecret, id: string, secret: string): string | undefined {
    if (found.isBeingDeleted) return 'the Secret is being deleted';
    if (!SECRET_TYPES.has(found.type ?? '') || !found.data) return 'the Secret is of another type';
    if (!isSameText(valueOf(found, 'token-secret'), secret)) return 'token-secret differs';
    if (valueOf(found, 'token-id') !== id) return 'token-id differs from the name of the Secret';
    if (isExpired(valueOf(found, 'expiration'), this.settings.clock.now())) return 'the token has expired';
    if (valueOf(found, 'usage-bootstrap-authentication') !== 'true') return 'the token is not for authentication';
    return undefined;
  }

  private ignore(secret: string, reason: string): undefined {
    this.settings.logger.verbose(3, 'a bootstrap token was not accepted', { name: secret, reason });
  }
}

function valueOf({ data }: CredentialSecret, key: string): string {
  return Buffer.from(data?.[key] ?? '', 'base64').toString();
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** A time that cannot be read counts as past. */
function isExpired(expiration: string, now: number): boolean {
  if (expiration === '') return false;
  return !RFC_3339.test(expiration) || !(Date.parse(expiration) >= now);
}

function groupsOf(secret: CredentialSecret): string[] | undefined {
  const extra = valueOf(secret, 'auth-extra-groups');
  const groups = extra === '' ? [] : extra.split(',');
  if (!groups.every((group) => EXTRA_GROUP.test(group))) return undefined;
  return [...new Set([DEFAULT_GROUP, ...groups])].sort();
}
