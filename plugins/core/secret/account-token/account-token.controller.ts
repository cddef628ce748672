import { Inject, Injectable } from '@nestjs/common';
import {
  QueueController,
  QueueControllerParts,
  isNotFound,
  controllerContext,
  updateExisting,
} from '../../../../src/plugin-api/index.js';
import { ClusterAuthority, type ResourceChange, TokenIssuer } from '../../../../src/plugin-api/built-in.js';
import type { ServiceAccount } from '../../service-account/service-account.v1.js';
import type { Secret } from '../secret.v1.js';

const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

/**
 * Fills the Secrets that ask for a token of a service account, and deletes those whose account is not there (upstream:
 * TokensController). Works on `secret/namespace/name`, and on `account/namespace/name` of accounts that have gone.
 */
@Injectable()
export class AccountTokenController extends QueueController {
  readonly name = 'serviceaccount-token-controller';
  override readonly alias = 'serviceaccount-token';

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ClusterAuthority) private readonly authority: ClusterAuthority,
    @Inject(TokenIssuer) private readonly issuer: TokenIssuer,
  ) {
    super(parts);
  }

  protected watch(): void {
    const { stores } = this.parts;
    this.followChanges(stores.of<Secret>('', 'secrets'), keysOfSecret);
    this.followDeletions(stores.of<ServiceAccount>('', 'serviceaccounts'), ({ metadata }) => [
      `account/${metadata.namespace}/${metadata.name}`,
    ]);
  }

  protected async reconcile(key: string): Promise<void> {
    const [what, namespace, name] = key.split('/');
    if (what === 'secret') return this.reconcileSecret(namespace, name);
    if (what === 'account') return this.reconcileAccount(namespace, name);
    return this.unlist(namespace, name);
  }

  private async reconcileSecret(namespace: string, name: string): Promise<void> {
    const { stores } = this.parts;
    const secrets = stores.of<Secret>('', 'secrets');
    const secret = await secrets.find(controllerContext(namespace), name);
    if (!secret || !isTokenSecret(secret) || secret.metadata.deletionTimestamp !== undefined) return;
    const accounts = stores.of<ServiceAccount>('', 'serviceaccounts');
    const account = await accounts.find(controllerContext(namespace), accountOf(secret));
    const uid = secret.metadata.annotations?.[ACCOUNT_UID];
    if (!account || (uid && uid !== account.metadata.uid)) return this.delete(secret);
    await this.fill(secret, account);
  }

  /** Every Secret with a token of an account that has gone, or is another one by now, is looked at. */
  private async reconcileAccount(namespace: string, name: string): Promise<void> {
    const secrets = await this.parts.stores
      .of<Secret>('', 'secrets')
      .list(controllerContext(namespace), ({ fields, unreadable }) => unreadable === undefined && fields.type === TYPE);
    for (const secret of secrets) if (accountOf(secret) === name) this.queue.add(keyOf(secret));
  }

  /** Takes a Secret that has gone off the lists of the accounts of its namespace. */
  private async unlist(namespace: string, name: string): Promise<void> {
    const { stores } = this.parts;
    const context = controllerContext(namespace);
    if (await stores.of<Secret>('', 'secrets').has(context, name)) return;
    const accounts = stores.of<ServiceAccount>('', 'serviceaccounts');
    const listing = (await accounts.list(context)).filter((account) => lists(account, name));
    for (const { metadata } of listing) {
      await updateExisting(accounts, { context, name: metadata.name ?? '' }, (account) =>
        lists(account, name)
          ? { ...account, secrets: account.secrets?.filter((each) => each.name !== name) }
          : undefined,
      );
    }
  }

  private async delete({ metadata: { namespace, name = '', uid } }: Secret): Promise<void> {
    const secrets = this.parts.stores.of<Secret>('', 'secrets');
    try {
      await secrets.delete(controllerContext(namespace), name, { preconditions: { uid } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  private async fill(secret: Secret, { metadata: account }: ServiceAccount): Promise<void> {
    const { namespace = '', name = '' } = secret.metadata;
    const serviceAccount = { name: account.name ?? '', uid: account.uid ?? '' };
    const wanted: Record<string, string> = {
      'ca.crt': base64(this.authority.certificate),
      namespace: base64(namespace),
    };
    if (!secret.data?.token) {
      wanted.token = base64(await this.issuer.issueLegacy({ namespace, secret: name, serviceAccount }));
    }
    const secrets = this.parts.stores.of<Secret>('', 'secrets');
    await updateExisting(secrets, { context: controllerContext(namespace), name }, (current) => {
      if (current.metadata.uid !== secret.metadata.uid || isFilled(current, wanted, serviceAccount.uid))
        return undefined;
      const annotations = { ...current.metadata.annotations, [ACCOUNT_UID]: serviceAccount.uid };
      // A token that another component has written in the meantime stays.
      const data = { ...wanted, ...current.data, 'ca.crt': wanted['ca.crt'], namespace: wanted.namespace };
      return { ...current, metadata: { ...current.metadata, annotations }, data };
    });
  }
}

/** Only Secrets that name an account are even decoded. */
function keysOfSecret(change: ResourceChange<Secret>): string[] {
  if (!change.mayHave(ACCOUNT) || !isTokenSecret(change.object)) return [];
  const { namespace, name } = change.object.metadata;
  return [change.type === 'DELETED' ? `gone/${namespace}/${name}` : keyOf(change.object)];
}

function keyOf({ metadata }: Secret): string {
  return `secret/${metadata.namespace}/${metadata.name}`;
}

function isTokenSecret({ type }: Secret): boolean {
  return type === TYPE;
}

function accountOf({ metadata }: Secret): string {
  return metadata.annotations?.[ACCOUNT] ?? '';
}

function lists({ secrets }: ServiceAccount, name: string): boolean {
  return (secrets ?? []).some((each) => each.name === name);
}

function isFilled({ metadata, data }: Secret, wanted: Readonly<Record<string, string>>, uid: string): boolean {
  const isSame = data?.['ca.crt'] === wanted['ca.crt'] && data.namespace === wanted.namespace;
  return isSame && Boolean(data?.token) && metadata.annotations?.[ACCOUNT_UID] === uid;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
