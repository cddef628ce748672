import { Inject, Injectable } from '@nestjs/common';
import {
  formatTime,
  isConflict,
  isNotFound,
  KindRegistrar,
  QueueController,
  QueueControllerParts,
  type ResourceStore,
  type ServedKind,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { ApiServerOptions, checkAs, type ControllerPace, type Stop } from '../../../src/plugin-api/built-in.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '../custom-resource-definition/custom-resource-definition.v1.js';
import { ConversionParts } from './conversion/index.js';
import { KindDeclarer } from './declare-kind.js';
import { RegenerationMetrics } from './regeneration-metrics.js';
import { ValidationMetrics } from './validation-metrics.js';
import {
  approvalCondition,
  asError,
  CLEANUP_FINALIZER,
  type DefinitionFailures,
  DELETION_FAILED,
  deletionFailedCondition,
  dropCondition,
  establishedCondition,
  findCondition,
  setCondition,
  setFailures,
  structuralCondition,
  TERMINATING,
  withoutCleanupFinalizer,
} from './definition-conditions.js';
import { contentHash } from './content-hash.js';
import { decideNames, GrantedNames, type NameDecision, type TakenNames } from './definition-names.js';

/** Milliseconds until the objects of a deleted definition are counted again, where finalizers hold some. */
const CLEANUP_INTERVAL = 500;

const NO_NAMES: TakenNames = { resources: new Set(), kinds: new Set() };

/** A definition that is served, with the hash of the declaration it is served by. */
interface Served {
  kind: ServedKind;
  readonly definition: CustomResourceDefinition;
  declared: string;
}

/** The outcome of serving a definition: the decision that takes the place of the first one, or the failure. */
type Attempt = Pick<DefinitionFailures, 'serving'> & { readonly refused?: NameDecision };

/**
 * Serves the kinds of CustomResourceDefinitions: grants names, keeps the conditions, hands declarations to the registrar,
 * and removes the objects of definitions that are deleted. Upstream has a controller for each of these.
 */
@Injectable()
export class ServedDefinitionsController extends QueueController {
  readonly name = 'customresourcedefinition-controller';
  override readonly isPartOfServer = true;
  override readonly startChecks = [
    'poststarthook/start-apiextensions-informers',
    'poststarthook/start-apiextensions-controllers',
  ];
  /** Names are granted in the order of their requests. */
  protected override readonly workers = 1;
  private readonly names = new GrantedNames();
  private readonly served = new Map<string, Served>();
  private readonly declarers = new Map<string, KindDeclarer>();
  /** The newest resource version of each definition, and the one with which nothing was left to do. */
  private readonly versions = new Map<string, { seen: string; settled?: string }>();
  private stopListening: Stop | undefined;

  // eslint-disable-next-line max-params -- the container hands over each part by its own token
  constructor(
    @Inject(QueueControllerParts) parts: QueueControllerParts,
    @Inject(KindRegistrar) private readonly registrar: KindRegistrar,
    @Inject(ConversionParts) private readonly conversion: ConversionParts,
    @Inject(ValidationMetrics) private readonly validation: ValidationMetrics,
    @Inject(RegenerationMetrics) private readonly regenerations: RegenerationMetrics,
    @Inject(ApiServerOptions) private readonly options: Pick<ApiServerOptions, 'api' | 'features'>,
  ) {
    super(parts);
  }

  override start(pace: ControllerPace): void {
    super.start(pace);
    this.stopListening = this.registrar.onNamesFreed((group) => this.retry(group));
  }

  override async stop(): Promise<void> {
    this.stopListening?.();
    this.stopListening = undefined;
    await super.stop();
    for (const declarer of this.declarers.values()) declarer.close();
  }

  private get definitions(): ResourceStore<CustomResourceDefinition> {
    return this.parts.stores.of<CustomResourceDefinition>('apiextensions.k8s.io', 'customresourcedefinitions');
  }

  /** Serves what is established in the store, before the controller starts; a start hook calls it once. */
  async serveStored(): Promise<void> {
    const stored = await this.definitions.list(systemContext());
    for (const definition of stored) this.names.set(definition);
    for (const definition of stored) {
      const { name = '', deletionTimestamp } = definition.metadata;
      if (findCondition(definition, 'Established')?.status !== 'True') continue;
      this.declarerOf(name).isTerminating = deletionTimestamp !== undefined;
      try {
        await this.serve(name, definition, decideNames(definition, this.names.takenFrom(definition)));
      } catch (error) {
        // The controller tries again; the other definitions and the server start without it.
        this.parts.logger.error('a stored definition cannot be served', { definition: name, error });
      }
    }
  }

  protected watch(): void {
    this.followChanges(this.definitions, ({ name, resourceVersion }) => {
      this.versions.set(name, { ...this.versions.get(name), seen: resourceVersion });
      return [name];
    });
  }

  protected async reconcile(name: string): Promise<void> {
    // The controller's own writes need not be looked at: with many new definitions each would wait for all of them.
    const known = this.versions.get(name);
    if (known && known.seen === known.settled) return;
    const definition = await this.definitions.find(systemContext(), name);
    if (!definition) return this.forget(name);
    this.names.set(definition);
    if (definition.metadata.deletionTimestamp) return this.cleanUp(name, definition);
    const decision = decideNames(definition, this.names.takenFrom(definition));
    const isServed = this.establishedCondition(definition, decision).status === 'True';
    const { refused, serving } = isServed ? await this.attempt(name, definition, decision) : ({} as Attempt);
    const failures = { serving, publishing: this.declarerOf(name).fault };
    await this.keepConditions(name, definition, { decision: refused ?? decision, failures });
    if (serving) throw serving;
  }

  private async attempt(name: string, definition: CustomResourceDefinition, decision: NameDecision): Promise<Attempt> {
    try {
      return { refused: await this.serve(name, definition, decision) };
    } catch (error) {
      return { serving: asError(error) };
    }
  }

  /** Serves a definition; answers the decision that takes the place of `decision` where names belong to other plugins. */
  private async serve(
    name: string,
    definition: CustomResourceDefinition,
    decision: NameDecision,
  ): Promise<NameDecision | undefined> {
    const served = this.served.get(name);
    const { spec, metadata } = definition;
    const declarer = this.declarerOf(name);
    const declared = contentHash([decision.acceptedNames, metadata.uid, spec, declarer.isTerminating]);
    if (served?.declared === declared) return undefined;
    const declaration = declarer.declare(definition, decision.acceptedNames);
    const outcome = served ? await this.registrar.replace(served.kind, declaration) : this.registrar.serve(declaration);
    if (outcome.conflicts) {
      const values = outcome.conflicts.map(({ value }) => value);
      const taken = new Set(values);
      const refusal = decideNames({ ...definition, status: undefined }, { resources: taken, kinds: taken });
      return { ...decision, condition: refusal.condition };
    }
    this.served.set(name, { kind: outcome.kind, definition, declared });
    this.regenerations.count(name, definition, served ? 'update' : 'add');
    return undefined;
  }

  private declarerOf(name: string): KindDeclarer {
    let declarer = this.declarers.get(name);
    if (!declarer) {
      const onLeftOut = (): void => {
        // Before and after that, documents are built without the controller.
        if (this.stopListening) this.again(name);
      };
      const ratchets = this.options.features.enabled('CRDValidationRatcheting');
      const { conversion, validation: metrics } = this;
      const shownRelease = this.options.api.emulatedRelease;
      declarer = new KindDeclarer(undefined, { conversion, metrics, onLeftOut, ratchets, shownRelease });
      this.declarers.set(name, declarer);
    }
    return declarer;
  }

  private establishedCondition(
    definition: CustomResourceDefinition,
    names: NameDecision,
  ): CustomResourceDefinitionCondition {
    return checkAs(this.options.api.emulatedRelease, () => establishedCondition(definition, names));
  }

  private again(name: string): void {
    this.versions.delete(name);
    this.queue.add(name);
  }

  private async keepConditions(
    name: string,
    definition: CustomResourceDefinition,
    { decision, failures }: { readonly decision: NameDecision; readonly failures: DefinitionFailures },
  ): Promise<void> {
    const kept = await this.updateStatus(name, definition, (current) => {
      const now = formatTime(new Date(this.parts.clock.now()));
      const established = this.establishedCondition(current, decision);
      setCondition(current, decision.condition, now);
      if (!failures.serving) setCondition(current, established, now);
      setFailures(current, failures, now);
      const approval = approvalCondition(current);
      if (approval) setCondition(current, approval, now);
      const violations = structuralCondition(current);
      if (violations) setCondition(current, violations, now);
      else dropCondition(current, 'NonStructuralSchema');
      current.status = { ...current.status, acceptedNames: decision.acceptedNames };
    });
    const versions = this.versions.get(name);
    // Failures are tried again.
    if (versions) versions.settled = failures.serving ? undefined : kept?.metadata.resourceVersion;
  }

  /**
   * Changes the status where that differs, and returns the definition with it; undefined where others changed it meanwhile,
   * which queues it again.
   */
  private async updateStatus(
    name: string,
    definition: CustomResourceDefinition,
    change: (current: CustomResourceDefinition) => void,
  ): Promise<CustomResourceDefinition | undefined> {
    const wanted = { ...definition, status: structuredClone(definition.status) };
    change(wanted);
    if (contentHash([wanted.status]) === contentHash([definition.status])) return definition;
    const context = systemContext('', { subresource: 'status' });
    try {
      const written = await this.definitions.update(context, name, () => wanted);
      this.names.set(written);
      return written;
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
      return undefined;
    }
  }

  /** Deletes the objects of a definition; it goes when all are gone, also those that finalizers hold for a while. */
  private async cleanUp(name: string, definition: CustomResourceDefinition): Promise<void> {
    this.declarerOf(name).isTerminating = true;
    const isCleaned = definition.metadata.finalizers?.includes(CLEANUP_FINALIZER) !== true;
    // A failure stays reported while it is tried again.
    const isReported = findCondition(definition, 'Terminating')?.reason === DELETION_FAILED;
    if (!isCleaned && !isReported) await this.setTerminating(name, TERMINATING.inProgress);
    try {
      // Discovery lists fewer verbs from now on.
      if (this.served.has(name)) await this.serve(name, definition, decideNames(definition, NO_NAMES));
      if (isCleaned) return;
      if (!(await this.hasNoObjects(name, definition))) {
        this.queue.addAfter(name, CLEANUP_INTERVAL);
        return;
      }
    } catch (error) {
      await this.setTerminating(name, deletionFailedCondition(asError(error)));
      throw error;
    }
    await this.setTerminating(name, TERMINATING.completed);
    try {
      await this.definitions.update(systemContext(), name, (current) => withoutCleanupFinalizer(current!));
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  private async setTerminating(name: string, condition: CustomResourceDefinitionCondition): Promise<void> {
    const current = await this.definitions.find(systemContext(), name);
    const now = formatTime(new Date(this.parts.clock.now()));
    if (current) await this.updateStatus(name, current, (next) => setCondition(next, condition, now));
  }

  /** Deletes the objects of a definition and reports whether none is left. One that was never established has none. */
  private async hasNoObjects(name: string, definition: CustomResourceDefinition): Promise<boolean> {
    if (findCondition(definition, 'Established')?.status !== 'True') return true;
    // After a restart, a definition under deletion is not served yet.
    if (!this.served.has(name)) await this.serve(name, definition, decideNames(definition, NO_NAMES));
    const { kind } = this.served.get(name) ?? {};
    if (!kind) throw new Error(`${name} cannot be served, so its objects cannot be deleted`);
    const { group, resource } = kind.groupResource;
    const store = this.parts.stores.of(group, resource);
    await store.deleteAll(systemContext());
    // Counted by their names: an object that finalizers hold is not decoded each time.
    let left = 0;
    await store.list(systemContext(), () => {
      left++;
      return false;
    });
    return left === 0;
  }

  private forget(name: string): void {
    const served = this.served.get(name);
    this.served.delete(name);
    this.names.delete(name);
    this.versions.delete(name);
    this.declarers.get(name)?.close();
    this.declarers.delete(name);
    if (!served) return;
    this.registrar.withdraw(served.kind);
    this.regenerations.count(name, served.definition, 'remove');
  }

  /** Names of a group are free again: definitions that lack some are decided again. */
  private retry(group: string): void {
    for (const name of this.names.lackingIn(group)) this.again(name);
  }
}
