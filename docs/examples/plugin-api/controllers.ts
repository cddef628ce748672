import {
  Client,
  HealthCheck,
  Inject,
  Injectable,
  KindController,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  type StartHook,
  Stores,
  controllerContext,
  isAlreadyExists,
  isNotFound,
  keepObject,
  systemContext,
  updateExisting,
} from '../../../src/plugin-api/index.js';
import { Ledger } from './parts.js';
import { Dock, Plan } from './types.js';

/** Reconciles the objects of one kind. */
@Injectable()
export class DockController extends KindController<Dock> {
  readonly name = 'dock-controller';
  protected readonly type = Dock;

  protected async reconcileObject(dock: Dock): Promise<void> {
    const event = { type: 'Normal', reason: 'Open', action: 'Open', note: 'Ships may come' } as const;
    const isNew = dock.status?.lastShip === undefined;
    if (isNew && (await this.setStatus(dock, { lastShip: dock.metadata.creationTimestamp }))) this.record(dock, event);
  }
}

/** Keeps a plan for each namespace with docks: one of its keys is no object of a kind. */
@Injectable()
export class DockFollower extends QueueController {
  readonly name = 'dock-follower';

  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(Ledger) private readonly ledger: Ledger,
  ) {
    super(parts);
  }

  /** Stores are there once the kinds are, which is after the classes of the plugin are created. */
  private get plans(): ResourceStore<Plan> {
    return this.parts.stores.of(Plan);
  }

  protected watch(): void {
    this.follow(this.parts.stores.of(Dock), ({ metadata: { namespace = '' } }) => [namespace]);
  }

  protected async reconcile(name: string): Promise<void> {
    const place = { context: controllerContext(), name };
    await keepObject(this.plans, place, (plan) => (plan ? undefined : { metadata: { name } }));
    this.ledger.write(`plan of ${name}`);
    await updateExisting(this.plans, place, (plan) => {
      if (plan.metadata.labels?.['docks.example.com/planned'] === 'true') return undefined;
      return { ...plan, metadata: { ...plan.metadata, labels: { 'docks.example.com/planned': 'true' } } };
    });
  }
}

/** Runs once at every start, before the server is ready. */
@Injectable()
export class FirstDock implements StartHook {
  readonly name = 'first-dock';
  @Inject(Stores) private readonly stores: Stores;

  async run(): Promise<void> {
    const dock: Dock = { metadata: { name: 'first' }, spec: { length: 100, lift: '5k' } };
    const created = this.stores.of(Dock).create(systemContext('default'), dock);
    await created.catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
  }
}

/** A part of `/readyz`, which sees what clients see: requests of the client pass admission, and are in any version. */
@Injectable()
export class HarborIsOpen extends HealthCheck {
  readonly name = 'harbor-is-open';
  override readonly endpoints = ['readyz'] as const;
  @Inject(Client) private readonly client: Client;

  async check(): Promise<void> {
    await this.client
      .of(Dock)
      .namespace('default')
      .get('first')
      .catch((error: unknown) => {
        if (isNotFound(error)) throw new Error('the first dock is gone', { cause: error });
        throw error;
      });
  }
}
