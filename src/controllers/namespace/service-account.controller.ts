import { isAlreadyExists, type ApiObject } from '../../apimachinery/index.js';
import { systemContext } from '../../registry/index.js';
import { QueueController } from '../queue.controller.js';
import { isActive, type NamespaceObject } from './namespace-object.js';

const ACCOUNT = 'default';

/** Sees to it that every namespace has the service account that pods use when they name none. */
export class ServiceAccountController extends QueueController {
  readonly name = 'serviceaccount-controller';

  protected watch(): void {
    const { stores } = this.parts;
    this.follow(stores.of<NamespaceObject>('', 'namespaces'), ({ metadata }) => [metadata.name ?? '']);
    this.follow(stores.of('', 'serviceaccounts'), ({ metadata: { name, namespace = '' } }) =>
      name === ACCOUNT ? [namespace] : [],
    );
  }

  protected async reconcile(name: string): Promise<void> {
    const { stores } = this.parts;
    const namespace = await stores.of<NamespaceObject>('', 'namespaces').find(systemContext(), name);
    const context = systemContext(name);
    const accounts = stores.of('', 'serviceaccounts');
    if (!namespace || !isActive(namespace) || (await accounts.has(context, ACCOUNT))) return;
    const account: ApiObject = {
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
