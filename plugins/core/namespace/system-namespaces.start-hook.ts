import { Inject, Injectable } from '@nestjs/common';
import { type StartHook, Stores, isAlreadyExists, systemContext } from '../../../src/plugin-api/index.js';
import type { Namespace } from './namespace.v1.js';

const NAMES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/** Creates the namespaces every cluster has. */
@Injectable()
export class SystemNamespacesHook implements StartHook {
  readonly name = 'start-system-namespaces-controller';

  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async run(): Promise<void> {
    await Promise.all(NAMES.map((name) => this.create(name)));
  }

  private async create(name: string): Promise<void> {
    const namespaces = this.stores.of<Namespace>('', 'namespaces');
    if (await namespaces.has(systemContext(), name)) return;
    const labels = { 'kubernetes.io/metadata.name': name };
    try {
      const namespace: Namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name, labels } };
      await namespaces.create(systemContext(), namespace);
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}
