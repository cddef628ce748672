import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  Clock,
  type FieldError,
  FieldPath,
  type StatusError,
  Stores,
  type SubresourceHandler,
  type SubresourceRequest,
  badRequest,
  formatTime,
  invalid,
  invalidObject,
} from '../../../src/plugin-api/index.js';
import { TokenIssuer } from '../../../src/plugin-api/built-in.js';
import { type TokenRequest, type TokenRequestSpec, validateTokenRequest } from '../../authentication/index.js';
import type { ServiceAccount } from './service-account.v1.js';
import { findBoundObject, type BoundObject } from './bound-object.js';

/** The audit annotation that identifies a token. */
const ISSUED_CREDENTIAL = 'authentication.kubernetes.io/issued-credential-id';
/** The validity that kubelets request on behalf of pods. */
const POD_TOKEN_SECONDS = 3607;
/** The validity they get, as some programs read their token only once. */
const EXTENDED_SECONDS = 365 * 24 * 60 * 60;

/** The account and bound object of a token. */
interface TokenHolder {
  readonly account: ServiceAccount;
  readonly bound: BoundObject;
}

/** Issues tokens for a service account. */
@Injectable()
export class TokenHandler implements SubresourceHandler {
  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(TokenIssuer) private readonly issuer: TokenIssuer,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async prepare(request: SubresourceRequest): Promise<TokenRequest> {
    const { name, namespace } = request;
    const order = request.body as TokenRequest;
    checkIdentity(order, name, namespace);
    await this.accountOf(request);
    const audiences = order.spec.audiences?.length ? order.spec.audiences : [...this.issuer.defaultAudiences];
    const creationTimestamp = formatTime(new Date(this.clock.now()));
    const metadata = { ...order.metadata, name, namespace, creationTimestamp };
    const completed = { ...order, metadata, spec: { ...order.spec, audiences } };
    const errors = validateTokenRequest(completed);
    if (errors.length > 0) throw invalidRequest('', errors);
    return completed;
  }

  async handle(request: SubresourceRequest): Promise<ApiObject> {
    const { name, storeContext } = request;
    const order = request.body as TokenRequest;
    const account = await this.accountOf(request);
    const bound = await findBoundObject(this.stores, order.spec.boundObjectRef, { account: name, storeContext });
    return this.issue(order, { account, bound }, request);
  }

  private accountOf({ storeContext, name }: SubresourceRequest): Promise<ServiceAccount> {
    return this.stores.of<ServiceAccount>('', 'serviceaccounts').get(storeContext, name);
  }

  private async issue(
    order: TokenRequest,
    { account: { metadata }, bound }: TokenHolder,
    { warn, storeContext }: Pick<SubresourceRequest, 'warn' | 'storeContext'>,
  ): Promise<TokenRequest> {
    const audiences = order.spec.audiences!;
    const seconds = this.limit(order.spec.expirationSeconds!, warn);
    const isExtended = this.extends(bound, seconds, audiences);
    const now = this.clock.now();
    const { token, id } = await this.issuer.issue({
      namespace: metadata.namespace!,
      serviceAccount: { name: metadata.name!, uid: metadata.uid! },
      audiences,
      expirationSeconds: isExtended ? EXTENDED_SECONDS : seconds,
      ...(isExtended && { warnAfterSeconds: seconds }),
      ...bound,
    });
    storeContext.request?.annotate(ISSUED_CREDENTIAL, `JTI=${id}`);
    const spec: TokenRequestSpec = { ...order.spec, audiences, expirationSeconds: seconds };
    return {
      ...order,
      spec,
      status: { token, expirationTimestamp: formatTime(new Date(now + seconds * 1000)) },
    };
  }

  private limit(seconds: number, warn: (text: string) => void): number {
    const max = this.issuer.maxExpirationSeconds;
    if (max <= 0 || seconds <= max) return seconds;
    warn(`requested expiration of ${seconds} seconds shortened to ${max} seconds`);
    return max;
  }

  private extends({ pod }: BoundObject, seconds: number, audiences: readonly string[]): boolean {
    const { extendsExpiration, defaultAudiences } = this.issuer;
    const isForServer = audiences.every((audience) => defaultAudiences.includes(audience));
    return extendsExpiration && pod !== undefined && seconds === POD_TOKEN_SECONDS && isForServer;
  }
}

/** The body may name the account and its namespace, but no others than the path does. */
function checkIdentity({ metadata }: TokenRequest, name: string, namespace: string): void {
  if (metadata?.namespace && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  if (!metadata?.name || metadata.name === name) return;
  const path = FieldPath.of('metadata', 'name');
  throw invalidRequest(name, [invalid(path, metadata.name, 'must match the service account name if specified')]);
}

function invalidRequest(name: string, errors: readonly FieldError[]): StatusError {
  return invalidObject({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, name, errors);
}
