import { Injectable } from '@nestjs/common';
import { QueueController, isAlreadyExists, controllerContext } from '../../../src/plugin-api/index.js';
import { isActive } from '../namespace/is-active.js';
import type { Namespace } from '../namespace/namespace.v1.js';
import type { ServiceAccount } from './service-account.v1.js';

const ACCOUNT = 'default';

/** Sees to it that every namespace has the service account that pods use when they name none. */
@Injectable()
export class ServiceAccountController extends QueueController {
  readonly name = 'serviceaccount-controller';
  override readonly alias = 'serviceaccount';

  protected watch(): void {
    const { stores } = this.parts;
    this.followNames(stores.of<Namespace>('', 'namespaces'), ({ name }) => [name]);
    this.followNames(stores.of<ServiceAccount>('', 'serviceaccounts'), ({ name, namespace }) =>
      name === ACCOUNT ? [namespace] : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const { stores } = this.parts;
    const namespace = await stores.of<Namespace>('', 'namespaces').find(controllerContext(), name);
    const context = controllerContext(name);
    const accounts = stores.of<ServiceAccount>('', 'serviceaccounts');
    if (!namespace || !isActive(namespace) || (await accounts.has(context, ACCOUNT))) return;
    const account: ServiceAccount = {
      kind: 'ServiceAccount',
      apiVersion: 'v1',
      metadata: { name: ACCOUNT, namespace: name },
    };
    try {
      await accounts.create(context, account);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}
