import { type SideEffect, Undoing, type WriteAttributes } from '../../../admission/index.js';
import {
  type ApiObject,
  type FieldError,
  type GroupResource,
  type MaybePromise,
  StatusError,
  alreadyExists,
  collectFieldErrors,
  copyWithGiven,
  isAlreadyExists,
} from '../../../apimachinery/index.js';
import { isTurnOver, nextTurn } from '../../../observability/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import { checkNewMetadata } from '../metadata-checks.js';
import {
  copyPath,
  dropUnstored,
  fillSystemFields,
  generateName,
  matchNamespace,
  wipeSystemFields,
} from '../object-metadata.js';
import type { ObjectWriter } from './object-writer.js';
import { dropRepeatedOwners } from '../owner-references.js';
import type { OwnerTracking } from './owner-tracking.js';
import type { StoreContext } from '../store-context.js';
import type { StoreParts, Written } from '../store-parts.js';
import type { StrategyContext } from '../strategy.js';
import { type CheckedWrite, inRequested, statesOfRules, structuralErrors, versionErrors } from './structural-rules.js';
import { checkNewVersion } from './version-check.js';
import { hasWaitingRules, withWaitingRules } from './waiting-rules.js';
import {
  admissionAttributesOf,
  invalidStored,
  nothing,
  strategyContextOf,
  warnWithoutEffect,
  warnAll,
} from './write-scope.js';

const GENERATE_ATTEMPTS = 8;

/** Where an object is stored, and how its client calls it. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly groupResource: GroupResource;
  /** True if the client gave a prefix for a generated name, whether or not it was used. */
  readonly hasPrefix: boolean;
}

/** How a new object comes into the store (upstream: rest.BeforeCreate and Store.Create). */
export class ObjectCreation<T extends ApiObject> {
  private readonly drawing: Pick<StoreParts<T>, 'identifiers'> & { readonly collection: string };

  constructor(
    private readonly parts: StoreParts<T>,
    private readonly writer: ObjectWriter<T>,
    private readonly owners: OwnerTracking<T>,
  ) {
    this.drawing = { identifiers: parts.identifiers, collection: parts.kind.keyPrefix };
  }

  /** Stores a new object; where its name was drawn and is taken, under another one. */
  async create(context: StoreContext, object: T): Promise<Written> {
    wipeSystemFields(object);
    return this.createAsSent(context, object);
  }

  /** The same for an object that an update makes: as in the reference it may bring along that it is being deleted. */
  async createAsSent(context: StoreContext, object: T): Promise<Written> {
    this.prepare(context, object);
    const isGenerated = !object.metadata.name && Boolean(object.metadata.generateName);
    return isGenerated ? this.createGenerated(context, object) : this.createOnce(context, object);
  }

  private async createGenerated(context: StoreContext, draft: T): Promise<Written> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.createOnce(context, copyWithGiven(draft));
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
        if (attempt >= GENERATE_ATTEMPTS) throw error;
      }
    }
  }

  private prepare(context: StoreContext, object: T): void {
    matchNamespace(object, this.parts.kind.isNamespaced ? context.namespace : '');
  }

  private async createOnce(context: StoreContext, object: T): Promise<Written> {
    const at = this.parts.now();
    dropRepeatedOwners(object, context.warn ?? nothing, 'body');
    if (isTurnOver()) await nextTurn(context.lane);
    const tracking = this.owners.track(context, { object, now: at });
    if (tracking) await tracking;
    if (isTurnOver()) await nextTurn(context.lane);
    const { identifiers, collection } = this.drawing;
    fillSystemFields(object, { now: at, identifiers, collection });
    const undoing = new Undoing(this.parts.report);
    return undoing.settle(
      () => this.makeReady(context, object, undoing),
      (ready) => this.store(context, ready),
    );
  }

  /** Has admission and the strategy change and check an object; answers the one to store. */
  private async makeReady(context: StoreContext, draft: T, undoing: Undoing): Promise<T> {
    const attributes = context.skipAdmission ? undefined : await this.mutate(context, draft, undoing);
    const object = (attributes?.object ?? draft) as T;
    // Admission may have changed it.
    if (attributes) matchNamespace(object, this.parts.kind.isNamespaced ? context.namespace : '');
    generateName(object, this.drawing);
    const scope = strategyContextOf(this.parts, context);
    this.prepareByStrategy(context, object, scope);
    const beginning = this.begin(object, scope);
    const effect = beginning instanceof Promise ? await beginning : beginning;
    if (effect) undoing.add(effect);
    if (isTurnOver()) await nextTurn(context.lane);
    await this.check(context, object, scope);
    if (isTurnOver()) await nextTurn(context.lane);
    if (attributes) await this.parts.admission.validate(attributes);
    return object;
  }

  private async mutate(context: StoreContext, object: T, undoing: Undoing): Promise<WriteAttributes> {
    const { kind, admission } = this.parts;
    const write = { operation: 'CREATE', name: object.metadata.name ?? '', object, undoing } as const;
    const attributes = admissionAttributesOf(this.parts, context, write);
    await admission.mutate(attributes, kind.workingVersion(context.version).type);
    if (isTurnOver()) await nextTurn(context.lane);
    dropRepeatedOwners(attributes.object as T, context.warn ?? nothing, 'change');
    return attributes;
  }

  private begin(object: T, scope: StrategyContext): MaybePromise<SideEffect | undefined> {
    const { strategy } = this.parts;
    if (!scope.dryRun) return strategy.beginCreate?.(object, scope);
    const pretending = strategy.pretendCreate?.(object, scope);
    return pretending instanceof Promise ? pretending.then(() => undefined) : undefined;
  }

  private prepareByStrategy(context: StoreContext, object: T, scope: StrategyContext): void {
    const { kind, strategy } = this.parts;
    const { definition } = kind;
    if (!definition.keepsStatusOnCreate) {
      for (const path of kind.versionOf(context.version).resetFields) copyPath(path, undefined, object);
    }
    strategy.prepareForCreate?.(object, scope);
    // Where no strategy counts generations, what the client sent stays.
    if (definition.generation !== 'none') object.metadata.generation = definition.quirks?.initialGeneration ?? 1;
  }

  private async check(context: StoreContext, object: T, scope: StrategyContext): Promise<void> {
    const { kind, strategy } = this.parts;
    if (strategy.loadRules) await strategy.loadRules(object, undefined, scope);
    const states = { object };
    const versioned = statesOfRules(kind, context.version, states);
    const requested = versioned instanceof Promise ? await versioned : versioned;
    const write = { apiVersion: context.version, states, requested };
    const found = collectFieldErrors(() => this.errorsOf(object, write, scope));
    const check = { parts: this.parts, context, scope, states };
    const errors = hasWaitingRules(this.parts) ? await withWaitingRules(found, check) : found;
    if (errors.length > 0) throw invalidStored(kind, object, errors);
    warnAll(context, strategy.warningsOnCreate?.(object, scope));
    strategy.canonicalize?.(object);
  }

  private errorsOf(object: T, write: CheckedWrite, scope: StrategyContext): FieldError[] {
    const { kind, strategy } = this.parts;
    const metadata = checkNewMetadata(kind, object, write.apiVersion);
    const structural = [...structuralErrors(kind, { ...write, ofMetadata: metadata }), ...versionErrors(kind, write)];
    const ofStrategy = strategy.validate?.(object, scope) ?? [];
    const others = [...structural, ...inRequested(kind, { apiVersion: write.apiVersion, object }, ofStrategy)];
    if (strategy.checksMetadataOnCreate && others.length > 0) return others;
    return [...metadata, ...others];
  }

  private async store(context: StoreContext, object: T): Promise<Written> {
    const { kind, codec } = this.parts;
    const { name = '' } = object.metadata;
    const key = kind.keyOf(context.namespace, name);
    checkNewVersion(object, context);
    if (!context.dryRun) dropUnstored(object);
    const converted = kind.toStorage(context.version, object);
    const stored = converted instanceof Promise ? await converted : converted;
    const bytes = codec.encode(stored);
    const place = { key, name, groupResource: kind.groupResourceIn(context.version), hasPrefix: hasPrefix(object) };
    context.signal?.throwIfAborted();
    if (context.dryRun) return this.written(this.pretend(key, stored, bytes), place);
    const inserting = this.writer.insert(key, stored, bytes);
    context.storing?.(inserting);
    const outcome = await this.written(inserting, place);
    warnWithoutEffect(this.parts, context, stored);
    return outcome;
  }

  private async written(writing: Promise<CacheEntry>, place: Place): Promise<Written> {
    try {
      return { entry: await writing, created: true, removed: false };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const explained = this.explainExisting(alreadyExists(place.groupResource, place.name), place.key);
      throw place.hasPrefix ? nameNotGenerated(explained) : explained;
    }
  }

  private async pretend(key: string, object: T, bytes: Buffer): ReturnType<ObjectWriter<T>['insert']> {
    const { cache, kind } = this.parts;
    await cache.waitUntilFresh();
    if (cache.get(key)) throw alreadyExists(kind.groupResource, object.metadata.name ?? '');
    return this.writer.unstored(key, object, bytes);
  }

  /** Says of a name that is taken by an object on its way out that it is. */
  private explainExisting(error: StatusError, key: string): StatusError {
    const { cache, codec } = this.parts;
    const existing = cache.isReady ? cache.get(key) : undefined;
    if (!existing || existing.unreadable !== undefined) return error;
    if (!codec.decode(existing).metadata.deletionTimestamp) return error;
    const { status } = error;
    return new StatusError({ ...status, message: `object is being deleted: ${status.message}` });
  }
}

function hasPrefix({ metadata }: ApiObject): boolean {
  return Boolean(metadata.generateName);
}

/** The conflict of an object with a prefix, as in the reference also where the name was given (rest.CheckGeneratedNameError). */
function nameNotGenerated(error: StatusError): StatusError {
  const { status } = error;
  return new StatusError({
    ...status,
    message: `${status.message}, the server was not able to generate a unique name for the object`,
    details: { ...status.details, retryAfterSeconds: 1 },
  });
}
