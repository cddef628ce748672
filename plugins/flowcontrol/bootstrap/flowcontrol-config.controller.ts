import { Inject, Injectable } from '@nestjs/common';
import {
  formatTime,
  isNotFound,
  QueueController,
  QueueControllerParts,
  systemContext,
  type ResourceStore,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import type { FlowSchema, FlowSchemaCondition } from '../flow-schema/flow-schema.v1.js';
import type { PriorityLevelConfiguration } from '../priority-level-configuration/priority-level-configuration.v1.js';
import { GROUP, keepBootstrapObject, KEPT_KINDS } from './bootstrap-objects.js';

const [LEVELS, SCHEMAS] = KEPT_KINDS;
const DANGLING = 'Dangling';
const FIELD_MANAGER = 'api-priority-and-fairness-config-consumer-v1';

/** Maintains the default objects, and reports in the status of flow schemas whether their level exists. */
@Injectable()
export class FlowcontrolConfigController extends QueueController {
  readonly name = 'priority-and-fairness-config-controller';
  override readonly isPartOfServer = true;

  private get schemas(): ResourceStore<FlowSchema> {
    return this.parts.stores.of<FlowSchema>(GROUP, SCHEMAS.resource);
  }

  private get levels(): ResourceStore<PriorityLevelConfiguration> {
    return this.parts.stores.of<PriorityLevelConfiguration>(GROUP, LEVELS.resource);
  }

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(ApiServerOptions) private readonly options: ApiServerOptions,
  ) {
    super(parts);
  }

  protected watch(): void {
    this.followNames(this.levels, ({ name }) => [`level/${name}`]);
    this.followNames(this.schemas, ({ name }) => [`schema/${name}`]);
  }

  protected async reconcile(key: string): Promise<void> {
    const [kind, name] = key.split('/');
    const keeper = { stores: this.parts.stores, state: this.options.releaseState };
    await keepBootstrapObject(keeper, kind === 'level' ? LEVELS : SCHEMAS, name);
    if (kind === 'schema') return this.tellOfLevel(name);
    for (const { metadata, spec } of await this.schemas.list(systemContext())) {
      if (spec?.priorityLevelConfiguration?.name === name) this.queue.add(`schema/${metadata.name}`);
    }
  }

  private async tellOfLevel(name: string): Promise<void> {
    const schema = await this.schemas.find(systemContext(), name);
    const level = schema?.spec?.priorityLevelConfiguration?.name;
    if (!level) return;
    const isThere = await this.levels.has(systemContext(), level);
    const known = schema.status?.conditions?.find(({ type }) => type === DANGLING);
    const told = this.conditionFor(level, isThere);
    if (known && known.status === told.status && known.reason === told.reason && known.message === told.message) return;
    await this.tell(schema, told);
  }

  /** Others may keep further conditions in the same status, so only this one is applied. */
  private async tell({ metadata: { name = '' } }: FlowSchema, condition: FlowSchemaCondition): Promise<void> {
    const { kind, storage } = this.schemas.kind;
    const configuration = {
      apiVersion: storage.apiVersion,
      kind,
      metadata: { name },
      status: { conditions: [condition] },
    };
    const context = systemContext('', { subresource: 'status', fieldManager: FIELD_MANAGER });
    try {
      await this.schemas.apply(context, name, { configuration, force: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  private conditionFor(level: string, isThere: boolean): FlowSchemaCondition {
    const named = `This FlowSchema references the PriorityLevelConfiguration object named "${level}"`;
    return {
      type: DANGLING,
      status: isThere ? 'False' : 'True',
      // Like the reference, also where only the text changes.
      lastTransitionTime: formatTime(new Date(this.parts.clock.now())),
      reason: isThere ? 'Found' : 'NotFound',
      message: `${named} ${isThere ? 'and it exists' : 'but there is no such object'}`,
    };
  }
}
