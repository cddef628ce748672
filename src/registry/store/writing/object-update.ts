import { type SideEffect, Undoing, type WriteAttributes } from '../../../admission/index.js';
import {
  collectFieldErrors,
  type ApiObject,
  type FieldError,
  type MaybePromise,
  isConflict,
} from '../../../apimachinery/index.js';
import { isTurnOver, nextTurn } from '../../../observability/index.js';
import { keepUnchangedTimes } from '../../../patch/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import { checkUpdatedMetadata, checkUpdatedMetadataAgain } from '../metadata-checks.js';
import {
  copyPath,
  dropUnstored,
  keepSystemFields,
  matchNamespace,
  resetMetadata,
  setGeneration,
} from '../object-metadata.js';
import type { ObjectWriter } from './object-writer.js';
import { dropRepeatedOwners } from '../owner-references.js';
import type { OwnerTracking } from './owner-tracking.js';
import { resetFieldsOf, type ResolvedVersion } from '../../kinds/resolved-version.js';
import type { StoreContext } from '../store-context.js';
import type { StoreParts, Written } from '../store-parts.js';
import type { StrategyContext } from '../strategy.js';
import { type CheckedWrite, inRequested, statesOfRules, structuralErrors, versionErrors } from './structural-rules.js';
import { isDeletedByUpdate, nextGeneration } from './update-rules.js';
import { checkVersion } from './version-check.js';
import { hasWaitingRules, withWaitingRules } from './waiting-rules.js';
import { WriteRace } from './write-race.js';
import {
  admissionAttributesOf,
  invalidStored,
  nothing,
  strategyContextOf,
  warnAll,
  warnWithoutEffect,
} from './write-scope.js';

/** The current state of an object: decoded, and as the cache has it. */
export interface Current<T> {
  readonly object: T;
  readonly entry: CacheEntry;
}

/** An object on its way from one state to the next. */
interface States<T> {
  readonly object: T;
  readonly old: T;
}

/** How the next state of an object comes into the store (upstream: rest.BeforeUpdate and Store.Update). */
export class ObjectUpdate<T extends ApiObject> {
  constructor(
    private readonly parts: StoreParts<T>,
    private readonly writer: ObjectWriter<T>,
    private readonly owners: OwnerTracking<T>,
  ) {}

  /**
   * Replaces an object; WriteRace where another write comes first. Computed again, an object that names a version of its
   * own meets the newer one and is refused; one that took over the version it was computed from is right again.
   */
  async update(context: StoreContext, object: T, current: Current<T>): Promise<Written> {
    const { kind, now } = this.parts;
    const old = current.object;
    const groupResource = kind.groupResourceIn(context.version);
    const checkStale = (): void => checkVersion({ groupResource, definition: kind.definition }, object, old);
    // The reference calls conversion webhooks for stale writes too.
    if (!kind.conversionMayWait) checkStale();
    matchNamespace(object, kind.isNamespaced ? context.namespace : '');
    dropRepeatedOwners(object, context.warn ?? nothing, 'change');
    if (isTurnOver()) await nextTurn(context.lane);
    const tracking = this.owners.track(context, { object, live: old, now: now() });
    if (tracking) await tracking;
    if (kind.conversionMayWait) checkStale();
    if (isTurnOver()) await nextTurn(context.lane);
    const undoing = new Undoing(this.parts.report);
    return undoing.settle(
      () => this.makeReady(context, { object, old }, undoing),
      (ready) => this.store(context, ready, current),
    );
  }

  /** Has admission and the strategy change and check the next state of an object; answers the one to store. */
  private async makeReady(context: StoreContext, { object: draft, old }: States<T>, undoing: Undoing): Promise<T> {
    const attributes = context.skipAdmission ? undefined : await this.mutate(context, { object: draft, old }, undoing);
    const object = (attributes?.object ?? draft) as T;
    // Admission may have changed it.
    if (attributes) matchNamespace(object, this.parts.kind.isNamespaced ? context.namespace : '');
    const states = { object, old };
    const scope = strategyContextOf(this.parts, context);
    this.prepare(this.parts.kind.versionOf(context.version), states, scope);
    const beginning = this.begin(object, old, scope);
    const effect = beginning instanceof Promise ? await beginning : beginning;
    if (effect) undoing.add(effect);
    if (isTurnOver()) await nextTurn(context.lane);
    await this.check(context, states, scope);
    if (isTurnOver()) await nextTurn(context.lane);
    if (attributes) await this.parts.admission.validate(attributes);
    return object;
  }

  private async mutate(context: StoreContext, { object, old }: States<T>, undoing: Undoing): Promise<WriteAttributes> {
    const { kind, admission } = this.parts;
    const write = { operation: 'UPDATE', name: old.metadata.name ?? '', object, oldObject: old, undoing } as const;
    const attributes = admissionAttributesOf(this.parts, context, write);
    await admission.mutate(attributes, kind.workingVersion(context.version).type);
    if (isTurnOver()) await nextTurn(context.lane);
    dropRepeatedOwners(attributes.object as T, context.warn ?? nothing, 'change');
    return attributes;
  }

  private begin(object: T, old: T, scope: StrategyContext): MaybePromise<SideEffect | undefined> {
    const { strategy } = this.parts;
    if (!scope.dryRun) return strategy.beginUpdate?.(object, old, scope);
    const pretending = strategy.pretendUpdate?.(object, old, scope);
    return pretending instanceof Promise ? pretending.then(() => undefined) : undefined;
  }

  private async check(context: StoreContext, { object, old }: States<T>, scope: StrategyContext): Promise<void> {
    const { kind, strategy } = this.parts;
    if (strategy.loadRules) await strategy.loadRules(object, old, scope);
    const states = { object, old };
    const versioned = statesOfRules(kind, context.version, states);
    const requested = versioned instanceof Promise ? await versioned : versioned;
    const isStatus = scope.subresource === 'status';
    const write = { apiVersion: context.version, isStatus, states, requested };
    const found = collectFieldErrors(() => [...this.errorsOf(states, write, scope), ...versionErrors(kind, write)]);
    const check = { parts: this.parts, context, scope, states };
    const errors = hasWaitingRules(this.parts) ? await withWaitingRules(found, check) : found;
    if (errors.length > 0) throw invalidStored(kind, object, errors);
    warnAll(context, strategy.warningsOnUpdate?.(object, old, scope));
    strategy.canonicalize?.(object);
  }

  private prepare(version: ResolvedVersion, { object, old }: States<T>, scope: StrategyContext): void {
    keepSystemFields(object, old);
    setGeneration(object, old.metadata.generation);
    const { definition } = this.parts.kind;
    if (scope.subresource === 'status') this.keepAllButStatus(version, object, old);
    else for (const path of resetFieldsOf(version, scope.subresource)) copyPath(path, old, object);
    this.parts.strategy.prepareForUpdate?.(object, old, scope);
    if (scope.subresource !== 'status') setGeneration(object, nextGeneration(definition, object, old));
  }

  private keepAllButStatus(version: ResolvedVersion, object: T, old: T): void {
    for (const name of new Set([...Object.keys(object), ...Object.keys(old)])) {
      if (!STATUS_MEMBERS.has(name)) copyPath(name, old, object);
    }
    for (const path of version.statusResetFields) {
      if (path === 'metadata') resetMetadata(object, old);
      else copyPath(path, old, object);
    }
  }

  private errorsOf({ object, old }: States<T>, write: CheckedWrite, scope: StrategyContext): FieldError[] {
    const { kind, strategy } = this.parts;
    const metadata = checkUpdatedMetadata(kind, object, old);
    if (!strategy.checksMetadataOnUpdate) {
      const { repeatedMetadataCheck: part } = strategy;
      const check = { apiVersion: scope.apiVersion, part, hasPassed: metadata.length === 0 };
      metadata.push(...checkUpdatedMetadataAgain(kind, { object, old }, check));
    }
    const structural = structuralErrors(kind, { ...write, ofMetadata: metadata });
    const ofStrategy = this.errorsOfStrategy({ object, old }, write, scope);
    return [...metadata, ...structural, ...inRequested(kind, { apiVersion: write.apiVersion, object }, ofStrategy)];
  }

  /** Rules of new objects are those of changes too, where the strategy has none for changes. */
  private errorsOfStrategy(
    { object, old }: States<T>,
    { isStatus }: CheckedWrite,
    scope: StrategyContext,
  ): FieldError[] {
    const { strategy } = this.parts;
    if (isStatus && strategy.validateStatusUpdate) return strategy.validateStatusUpdate(object, old, scope);
    if (strategy.validateUpdate) return strategy.validateUpdate(object, old, scope);
    return strategy.validate?.(object, scope) ?? [];
  }

  private async store(context: StoreContext, object: T, { object: old, entry }: Current<T>): Promise<Written> {
    const { codec, strategy, kind } = this.parts;
    if (!context.dryRun) dropUnstored(object);
    keepUnchangedTimes(object, old);
    const converted = kind.toStorage(context.version, object);
    const stored = converted instanceof Promise ? await converted : converted;
    const bytes = codec.encodeChange(stored);
    context.signal?.throwIfAborted();
    if (!context.storesAgain && this.writer.isStored(bytes, entry)) return { entry, created: false, removed: false };
    const removed = isDeletedByUpdate(object, old) && (strategy.shouldDeleteDuringUpdate?.(object, old) ?? true);
    if (context.dryRun) return { entry: this.writer.unstored(entry.key, stored, bytes), created: false, removed };
    if (removed) return this.remove(context, { object, stored }, entry);
    const replacing = this.writer.replace(entry, stored, bytes);
    context.storing?.(replacing);
    const outcome = await written(replacing, { removed });
    warnWithoutEffect(this.parts, context, stored);
    return outcome;
  }

  private async remove(
    context: StoreContext,
    { object, stored }: { readonly object: T; readonly stored: T },
    entry: CacheEntry,
  ): Promise<Written> {
    const removing = this.writer.removeUpdated(entry, stored);
    context.storing?.(removing);
    const outcome = await written(removing, { removed: true });
    await this.parts.strategy.afterDelete?.(object, strategyContextOf(this.parts, context));
    return outcome;
  }
}

async function written(writing: Promise<CacheEntry>, { removed }: { removed: boolean }): Promise<Written> {
  try {
    return { entry: await writing, created: false, removed };
  } catch (error) {
    throw isConflict(error) ? new WriteRace(error) : error;
  }
}

const STATUS_MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'status']);
