import type { OnModuleDestroy } from '@nestjs/common';
import type { ControllerHost } from '../../controllers/index.js';
import type { ServerHealth } from '../../health/index.js';
import type { FeatureGates } from '../../options/index.js';
import type { ControllerPace } from '../../plugin-api/built-in.js';
import type { ClusterKinds, Contributions, StoredLosses } from '../../plugin-host/index.js';
import type { Leadership, Storage } from '../../storage/index.js';
import type { BootstrapHistory } from '../pipeline/bootstrap-history.js';
import type { RequestLimiter } from '../filters/request-limiter.js';
import { type StartHookParts, hookCheck, runStartHooks } from './start-hooks.js';

/** The dependencies of the start sequence. */
export interface StartSequenceParts extends Omit<StartHookParts, 'health' | 'isEnding'> {
  readonly storage: Pick<Storage, 'currentRevision'>;
  readonly history: Pick<BootstrapHistory, 'keep'>;
  readonly leadership: Leadership;
  readonly contributions: Pick<Contributions, 'all'>;
  readonly health: Pick<ServerHealth, 'addStartCheck' | 'addCheck' | 'markReady'>;
  readonly controllers: Pick<ControllerHost, 'start' | 'stop' | 'names' | 'check'>;
  readonly cluster: Pick<ClusterKinds, 'isSynced' | 'synced' | 'discovered'>;
  readonly limiter: Pick<RequestLimiter, 'startStates'>;
  readonly losses: Pick<StoredLosses, 'warn'>;
  readonly features: Pick<FeatureGates, 'enabled'>;
}

type StartSequenceHealth = Pick<ServerHealth, 'addStartCheck'>;

/** A server that becomes the leader has been ready for long. */
const NO_CHECKS: StartSequenceHealth = { addStartCheck: () => () => {} };

/** Where a store begins that nothing was ever written to. */
const EMPTY_STORE_REVISION = 1;

/**
 * Hooks by which the reference starts what a server here is made with: following the store, counting what it holds and
 * the admission plugins. Their checks pass once the store has answered.
 */
const SERVER_HOOKS = [
  'generic-apiserver-start-informers',
  'start-apiserver-admission-initializer',
  'storage-object-count-tracker-hook',
];

/** A hook of the same kind behind a gate: it waits for watch caches, which are loaded here by the first read of each. */
const GATED_HOOKS = [{ name: 'storage-readiness', gate: 'WatchCacheInitializationPostStartHook' }];

/**
 * The steps after the server listens: start hooks, then controllers. Then it is ready. If several servers share a
 * store, the leader does both; the others are ready without, and run them when they become the leader.
 */
export class StartSequence implements OnModuleDestroy {
  private isEnding = false;
  private isStoreRead = false;
  private stopFollowing: (() => void) | undefined;
  /** Changes of leadership are followed one after another. */
  private following = Promise.resolve();

  constructor(private readonly parts: StartSequenceParts) {}

  /** Runs the start, unless the server ends before. Rejects with the failure of a start hook that failed for good. */
  async run(pace: ControllerPace): Promise<void> {
    const { storage, leadership, health, cluster, limiter, logger } = this.parts;
    this.addControllerChecks();
    health.addCheck({ name: 'controllers', endpoints: ['readyz'], check: () => this.parts.controllers.check() });
    for (const name of this.serverHooks())
      health.addStartCheck(hookCheck(name), () => this.isStoreRead && cluster.isSynced);
    for (const [name, isStarted] of limiter.startStates) health.addStartCheck(hookCheck(name), isStarted);
    const isNew = (await storage.currentRevision()) <= EMPTY_STORE_REVISION;
    this.isStoreRead = true;
    this.following = this.follow(pace, health);
    this.stopFollowing = leadership.onChange(() => {
      const follow = (): Promise<void> => this.follow(pace, NO_CHECKS);
      this.following = this.following.then(follow).catch((error: unknown) => {
        logger.error('the work of a leader could not be begun', { error });
      });
    });
    await this.following;
    await cluster.synced();
    if (this.isEnding) return;
    health.markReady();
    if (!isNew && leadership.isLeader) await this.reportLosses();
  }

  private serverHooks(): string[] {
    const gated = GATED_HOOKS.filter(({ gate }) => this.parts.features.enabled(gate));
    return [...SERVER_HOOKS, ...gated.map(({ name }) => name)];
  }

  /** Warns of stored objects that are not served, once the server is ready: it reads many of them. */
  private async reportLosses(): Promise<void> {
    const { losses, logger } = this.parts;
    try {
      await losses.warn();
    } catch (error) {
      if (!this.isEnding) logger.warn('stored objects were not looked through', { error });
    }
  }

  /** Begins with the work of a leader, or ends it. */
  private async follow(pace: ControllerPace, health: StartSequenceHealth): Promise<void> {
    const { leadership, controllers, cluster } = this.parts;
    if (this.isEnding) return;
    if (!leadership.isLeader) return controllers.stop();
    await this.prepare(health);
    await cluster.discovered();
    if (!this.isEnding && leadership.isLeader) controllers.start(pace);
  }

  private async prepare(health: StartSequenceHealth): Promise<void> {
    const { storage, history, contributions } = this.parts;
    const isNew = (await storage.currentRevision()) <= EMPTY_STORE_REVISION;
    await runStartHooks(contributions.all('startHooks'), { ...this.parts, health, isEnding: () => this.isEnding });
    if (isNew && !this.isEnding) history.keep();
  }

  /** The reference starts by hooks what runs beside the API and belongs to the server. */
  private addControllerChecks(): void {
    const { contributions, controllers, health, leadership } = this.parts;
    for (const { name, startChecks = [] } of contributions.all('controllers')) {
      for (const check of startChecks)
        health.addStartCheck(check, () => !leadership.isLeader || controllers.names.includes(name));
    }
  }

  onModuleDestroy(): void {
    this.isEnding = true;
    this.stopFollowing?.();
  }
}
