import { Inject, Injectable } from '@nestjs/common';
import { type StartHook, Stores, isAlreadyExists, systemContext } from '../../../src/plugin-api/index.js';
import type { PriorityClass } from './priority-class.v1.js';
import { SYSTEM_CLASSES } from './system-priority-classes.js';

/** Creates the priority classes every cluster has. */
@Injectable()
export class SystemPriorityClassesHook implements StartHook {
  readonly name = 'scheduling/bootstrap-system-priority-classes';

  constructor(@Inject(Stores) private readonly stores: Stores) {}

  async run(): Promise<void> {
    await Promise.all(SYSTEM_CLASSES.map((systemClass) => this.create(systemClass)));
  }

  private async create({ metadata, value, description }: (typeof SYSTEM_CLASSES)[number]): Promise<void> {
    const classes = this.stores.of<PriorityClass>('scheduling.k8s.io', 'priorityclasses');
    if (await classes.has(systemContext(), metadata.name ?? '')) return;
    const made: PriorityClass = {
      metadata: { ...metadata },
      value,
      description,
      preemptionPolicy: 'PreemptLowerPriority',
    };
    try {
      await classes.create(systemContext('', { fieldManager: 'kube-apiserver' }), {
        ...made,
        kind: 'PriorityClass',
        apiVersion: 'scheduling.k8s.io/v1',
      });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}
