import {
  type ApiObject,
  type FieldError,
  FieldPath,
  GoValue,
  MODIFIED_MESSAGE,
  StatusError,
  alreadyExists,
  conflict,
  failure,
  invalid,
  invalidObject,
  isAlreadyExists,
  isConflict,
  notFound,
} from '../apimachinery/index.js';
import type { AdmissionAttributes, AdmissionChain, AdmissionOperation } from '../admission/index.js';
import { keepUnchangedTimes } from '../patch/index.js';
import { validateStructure } from '../schema/index.js';
import type { CacheEntry, ResourceCache, Storage } from '../storage/index.js';
import {
  copyPath,
  fillSystemFields,
  generateName,
  keepSystemFields,
  matchNamespace,
  wipeSystemFields,
} from './object-metadata.js';
import { checkNewMetadata, checkUpdatedMetadata } from './metadata-checks.js';
import { dropRepeatedOwners } from './owner-references.js';
import { isDeletedByUpdate, nextGeneration } from './update-rules.js';
import { type ObjectCodec } from './object-codec.js';
import { OwnerTracking, resetPaths } from './owner-tracking.js';
import type { ResolvedKind } from './resolved-kind.js';
import { fromStorageError } from './storage-errors.js';
import type { StoreContext } from './store-context.js';
import { WriteRace, isWriteRace, withoutRace } from './write-race.js';
import type { SideEffect, Strategy, StrategyContext } from './strategy.js';

/** What a Store works with. */
export interface StoreParts<T extends ApiObject> {
  readonly kind: ResolvedKind<T>;
  readonly strategy: Strategy<T>;
  readonly storage: Storage;
  readonly cache: ResourceCache;
  readonly codec: ObjectCodec<T>;
  readonly admission: AdmissionChain;
  readonly isEnabled: (gate: string) => boolean;
  readonly now: () => Date;
}

/** A stored object: what the cache holds of it. `decode` it to look inside. */
export interface Stored {
  readonly entry: CacheEntry;
}

/** The outcome of a write. */
export interface Written extends Stored {
  /** Whether the object did not exist before. */
  readonly created: boolean;
  /** Whether the write removed the object (its last finalizer went). */
  readonly removed: boolean;
}

/** Computes the object to store from the current one, a copy that may be changed; undefined when there is none. */
export type Transform<T> = (current: T | undefined) => T | Promise<T>;

/** Conditions of a write. */
export interface StoreUpdateOptions {
  /** The transform may make an object that does not exist. */
  readonly createMissing?: boolean;
  /** Where the current state changes meanwhile, compute again on the new one in place of answering 409. */
  readonly retryOnConflict?: boolean;
}

const GENERATE_ATTEMPTS = 8;
/** More often than this nobody loses a race against single writers; it bounds the work of one request. */
const UPDATE_ATTEMPTS = 64;

/**
 * The life of the objects of one kind, whatever the kind: the generic part of create, read, update (upstream:
 * registry.Store). Works in hub shape. Throws StatusError; knows no HTTP.
 */
export class Store<T extends ApiObject = ApiObject> {
  readonly kind: ResolvedKind<T>;
  readonly codec: ObjectCodec<T>;
  readonly cache: ResourceCache;
  private readonly owners: OwnerTracking<T>;

  constructor(readonly parts: StoreParts<T>) {
    this.kind = parts.kind;
    this.owners = new OwnerTracking(parts.kind);
    this.codec = parts.codec;
    this.cache = parts.cache;
  }

  /** The newest state of an object; 404 when there is none. */
  async get(context: Pick<StoreContext, 'namespace'>, name: string): Promise<Stored> {
    const entry = await this.find(context, name);
    if (!entry) throw notFound(this.kind.groupResource, name);
    return { entry };
  }

  /** The newest state of an object, or undefined. */
  async find(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    if (!this.cache.isReady) await this.cache.ready();
    return this.cache.get(this.kind.keyOf(context.namespace, name));
  }

  /** Stores a new object. Takes the object over and changes it. 409 when the name is taken, 422 when it is invalid. */
  async create(context: StoreContext, object: T): Promise<Written> {
    this.prepareNew(context, object);
    const isGenerated = !object.metadata.name && Boolean(object.metadata.generateName);
    const draft = isGenerated ? structuredClone(object) : object;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.createOnce(context, attempt === 1 ? object : structuredClone(draft));
      } catch (error) {
        if (!isGenerated || !isAlreadyExists(error)) throw error;
        if (attempt >= GENERATE_ATTEMPTS) throw nameNotGenerated(error as StatusError);
      }
    }
  }

  /** Replaces an object by what `transform` makes of its current state. */
  async update(
    context: StoreContext,
    name: string,
    transform: Transform<T>,
    options: StoreUpdateOptions = {},
  ): Promise<Written> {
    let entry = await this.find(context, name);
    for (let attempt = 1; ; attempt++) {
      const current = entry && this.codec.decode(entry);
      if (!current && !options.createMissing) throw notFound(this.kind.groupResource, name);
      const next = await transform(current);
      try {
        if (!entry || !current) return await this.createFromUpdate(context, next);
        return await this.updateOnce(context, next, current, entry);
      } catch (error) {
        if (!(options.retryOnConflict ?? true) || !isWriteRace(error) || attempt >= UPDATE_ATTEMPTS)
          throw withoutRace(error);
        entry = await this.read(context, name);
      }
    }
  }

  /** Writes what a deletion or a status change of the server made of an object: no validation, no admission. */
  async replace(entry: CacheEntry, object: T): Promise<CacheEntry> {
    const bytes = this.codec.encode(object);
    const { storage } = this.parts;
    const revision = await this.guard(object, () => storage.update(entry.key, bytes, entry.revision, this.lifetime()));
    return this.entryAt(entry.key, bytes, revision, entry.createRevision);
  }

  /**
   * Removes an object that is at the entry's revision. `object` is what the answer shows, with the changes that were
   * made on the way to its removal; watchers see the stored state.
   */
  async remove(entry: CacheEntry, object: T): Promise<CacheEntry> {
    const { storage } = this.parts;
    const changed = this.codec.encode(object);
    const last = this.codec.encode(this.codec.decode(entry));
    const revision = await this.guard(object, () => storage.delete(entry.key, entry.revision, last));
    return this.codec.ingest({ key: entry.key, value: changed, revision, createRevision: entry.createRevision });
  }

  /** The state in the store itself, past writes that are still on their way. */
  async read(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const stored = await this.parts.storage.get(this.kind.keyOf(context.namespace, name));
    return stored && this.codec.ingest(stored);
  }

  /** What strategies may know of a request. */
  strategyContext(context: StoreContext): StrategyContext {
    return {
      user: context.user,
      namespace: context.namespace,
      subresource: context.subresource ?? '',
      dryRun: context.dryRun ?? false,
      isEnabled: this.parts.isEnabled,
      warn: context.warn,
    };
  }

  /** What admission is told of a write. */
  admissionAttributes(
    context: StoreContext,
    operation: AdmissionOperation,
    objects: { name: string; object?: T; oldObject?: T },
  ): AdmissionAttributes {
    return {
      operation,
      kind: this.kind.kind,
      resource: this.kind.groupResource,
      version: context.version ?? this.kind.storage.name,
      subresource: context.subresource ?? '',
      namespace: context.namespace,
      requestName: context.requestName ?? '',
      user: context.user,
      dryRun: context.dryRun ?? false,
      warn: context.warn ?? nothing,
      ...objects,
    };
  }

  private prepareNew(context: StoreContext, object: T): void {
    if (object.metadata.resourceVersion) {
      throw failure(400, 'resourceVersion should not be set on objects to be created', { reason: 'BadRequest' });
    }
    matchNamespace(object, this.kind.isNamespaced ? context.namespace : '');
    wipeSystemFields(object);
  }

  private async createOnce(context: StoreContext, object: T): Promise<Written> {
    const { strategy, admission, now } = this.parts;
    const at = now();
    dropRepeatedOwners(object, context.warn ?? nothing, false);
    this.owners.track(context, object, undefined, at);
    fillSystemFields(object, at);
    const name = object.metadata.name ?? '';
    const attributes = context.skipAdmission
      ? undefined
      : this.admissionAttributes(context, 'CREATE', { name, object });
    if (attributes) await admission.mutate(attributes);
    generateName(object);
    const scope = this.strategyContext(context);
    this.resetForCreate(object);
    strategy.prepareForCreate?.(object, scope);
    if (this.kind.definition.generation !== 'none')
      object.metadata.generation = this.kind.definition.initialGeneration ?? 1;
    else delete object.metadata.generation;
    this.check(object, () => this.errorsOfNew(object, scope));
    warnAll(context, strategy.warningsOnCreate?.(object, scope));
    strategy.canonicalize?.(object);
    if (attributes) await admission.validate(attributes);
    const effect = await strategy.beginCreate?.(object, scope);
    return this.settle(effect, context, () => this.storeNew(context, object));
  }

  private errorsOfNew(object: T, scope: StrategyContext): FieldError[] {
    const { type } = this.kind.storage;
    const structural = validateStructure(type, object);
    const metadata = checkNewMetadata(this.kind, object);
    return [...metadata, ...structural, ...(this.parts.strategy.validate?.(object, scope) ?? [])];
  }

  private async storeNew(context: StoreContext, object: T): Promise<Written> {
    const key = this.kind.keyOf(context.namespace, object.metadata.name);
    const bytes = this.codec.encode(object);
    if (context.dryRun) return this.dryRunNew(key, object, bytes);
    const { storage } = this.parts;
    try {
      const revision = await storage.create(key, bytes, this.lifetime());
      return { entry: this.entryAt(key, bytes, revision, revision), created: true, removed: false };
    } catch (error) {
      throw this.explainExisting(fromStorageError(error, this.kind.groupResource, object.metadata.name ?? ''), key);
    }
  }

  private async dryRunNew(key: string, object: T, bytes: Buffer): Promise<Written> {
    if (!this.cache.isReady) await this.cache.ready();
    if (this.cache.get(key)) {
      throw this.explainExisting(alreadyExists(this.kind.groupResource, object.metadata.name ?? ''), key);
    }
    return { entry: this.unstored(key, object, bytes), created: true, removed: false };
  }

  private explainExisting(error: unknown, key: string): unknown {
    const existing = isAlreadyExists(error) && this.cache.isReady ? this.cache.get(key) : undefined;
    if (!existing || !this.codec.decode(existing).metadata.deletionTimestamp) return error;
    const status = (error as StatusError).status;
    return new StatusError({ ...status, message: `object is being deleted: ${status.message}` });
  }

  private async createFromUpdate(context: StoreContext, object: T): Promise<Written> {
    if (object.metadata.resourceVersion) {
      throw conflict(this.kind.groupResource, object.metadata.name ?? '', MODIFIED_MESSAGE);
    }
    this.prepareNew(context, object);
    try {
      return await this.createOnce(context, object);
    } catch (error) {
      throw isAlreadyExists(error) ? new WriteRace(error) : error;
    }
  }

  private async updateOnce(context: StoreContext, object: T, old: T, entry: CacheEntry): Promise<Written> {
    const { strategy, admission, now } = this.parts;
    const isPinned = this.checkVersion(object, old);
    matchNamespace(object, this.kind.isNamespaced ? context.namespace : '');
    dropRepeatedOwners(object, context.warn ?? nothing, true);
    this.owners.track(context, object, old, now());
    const name = old.metadata.name ?? '';
    const attributes = context.skipAdmission
      ? undefined
      : this.admissionAttributes(context, 'UPDATE', { name, object, oldObject: old });
    if (attributes) await admission.mutate(attributes);
    const scope = this.strategyContext(context);
    this.prepareUpdate(object, old, scope);
    this.check(object, () => this.errorsOfUpdate(object, old, scope));
    warnAll(context, strategy.warningsOnUpdate?.(object, old, scope));
    strategy.canonicalize?.(object);
    if (attributes) await admission.validate(attributes);
    const effect = await strategy.beginUpdate?.(object, old, scope);
    try {
      return await this.settle(effect, context, () => this.storeUpdate(context, object, old, entry));
    } catch (error) {
      throw !isPinned && isConflict(error) ? new WriteRace(error) : error;
    }
  }

  /** Answers whether the client named the version it means to replace; a lost race is then its own to solve. */
  private checkVersion(object: T, old: T): boolean {
    const sent = object.metadata.resourceVersion ?? '';
    if (sent !== '' && !/^\d+$/.test(sent)) throw malformedVersion(sent);
    if (sent === '' || sent === '0') {
      if (this.kind.definition.allowUnconditionalUpdate) {
        object.metadata.resourceVersion = old.metadata.resourceVersion;
        return false;
      }
      const error = invalid(
        FieldPath.of('metadata', 'resourceVersion'),
        UNSET_VERSION,
        'must be specified for an update',
      );
      // Unlike all other rules this one names the resource, not the kind.
      const { group, resource } = this.kind.groupResource;
      throw invalidObject({ group, kind: resource }, old.metadata.name ?? '', [error]);
    }
    if (sent !== old.metadata.resourceVersion) {
      throw conflict(this.kind.groupResource, old.metadata.name ?? '', MODIFIED_MESSAGE);
    }
    return true;
  }

  private prepareUpdate(object: T, old: T, scope: StrategyContext): void {
    keepSystemFields(object, old);
    object.metadata.generation = old.metadata.generation;
    const { definition } = this.kind;
    if (scope.subresource === 'status') this.keepAllButStatus(object, old);
    else for (const path of resetPaths(definition)) copyPath(path, old, object);
    this.parts.strategy.prepareForUpdate?.(object, old, scope);
    if (scope.subresource !== 'status') object.metadata.generation = nextGeneration(definition, object, old);
    if (object.metadata.generation === undefined) delete object.metadata.generation;
  }

  private keepAllButStatus(object: T, old: T): void {
    const members = object as unknown as Record<string, unknown>;
    for (const name of new Set([...Object.keys(object), ...Object.keys(old)])) {
      if (!STATUS_MEMBERS.has(name)) copyPath(name, old, members);
    }
    for (const path of this.kind.definition.statusResetFields ?? []) copyPath(path, old, object);
  }

  private errorsOfUpdate(object: T, old: T, scope: StrategyContext): FieldError[] {
    const { strategy } = this.parts;
    const metadata = checkUpdatedMetadata(this.kind, object, old, strategy.checksMetadataOnUpdate);
    const structural = validateStructure(this.kind.storage.type, object);
    const validate =
      scope.subresource === 'status'
        ? (strategy.validateStatusUpdate ?? strategy.validateUpdate)
        : strategy.validateUpdate;
    return [...metadata, ...structural, ...(validate?.call(strategy, object, old, scope) ?? [])];
  }

  private async storeUpdate(context: StoreContext, object: T, old: T, entry: CacheEntry): Promise<Written> {
    keepUnchangedTimes(object, old);
    const bytes = this.codec.encode(object);
    if (this.unchanged(bytes, entry)) return { entry, created: false, removed: false };
    const removed =
      isDeletedByUpdate(object, old) || Boolean(this.parts.strategy.shouldDeleteDuringUpdate?.(object, old));
    if (context.dryRun) return { entry: this.unstored(entry.key, object, bytes), created: false, removed };
    if (removed) return { entry: await this.remove(entry, object), created: false, removed };
    const { storage } = this.parts;
    const revision = await this.guard(object, () => storage.update(entry.key, bytes, entry.revision, this.lifetime()));
    return { entry: this.entryAt(entry.key, bytes, revision, entry.createRevision), created: false, removed };
  }

  /** Whether a write changes nothing, so that it needs no new version and no event. */
  private unchanged(bytes: Buffer, entry: CacheEntry): boolean {
    const { key, revision, createRevision } = entry;
    return this.codec.ingest({ key, value: bytes, revision, createRevision }).bytes.equals(entry.bytes);
  }

  private async guard(object: T, write: () => Promise<number>): Promise<number> {
    try {
      return await write();
    } catch (error) {
      throw fromStorageError(error, this.kind.groupResource, object.metadata.name ?? '');
    }
  }

  private async settle(
    effect: SideEffect | undefined,
    context: StoreContext,
    write: () => Promise<Written>,
  ): Promise<Written> {
    if (!effect) return write();
    try {
      const written = await write();
      await (context.dryRun ? effect.revert() : effect.commit());
      return written;
    } catch (error) {
      await effect.revert();
      throw error;
    }
  }

  private resetForCreate(object: T): void {
    if (this.kind.definition.keepsStatusOnCreate) return;
    for (const path of resetPaths(this.kind.definition)) copyPath(path, undefined, object);
  }

  private check(object: T, errorsOf: () => FieldError[]): void {
    const errors = errorsOf();
    if (errors.length > 0) throw this.invalid(object, errors);
  }

  private invalid(object: T, errors: FieldError[]): StatusError {
    return invalidObject({ group: this.kind.group, kind: this.kind.kind }, object.metadata.name ?? '', errors);
  }

  private lifetime(): { ttlSeconds: number } | undefined {
    const { ttlSeconds } = this.kind.definition;
    return ttlSeconds === undefined ? undefined : { ttlSeconds };
  }

  /** The cache has had the event of a finished write; only another write since can have replaced its entry. */
  private entryAt(key: string, value: Buffer, revision: number, createRevision: number): CacheEntry {
    const cached = this.cache.isReady ? this.cache.get(key) : undefined;
    if (cached?.revision === revision) return cached;
    return this.codec.ingest({ key, value, revision, createRevision });
  }

  /** The answer to a dry run: as stored, with the version it had. */
  private unstored(key: string, object: T, bytes: Buffer): CacheEntry {
    const revision = Number(object.metadata.resourceVersion ?? 0);
    if (revision > 0) return this.codec.ingest({ key, value: bytes, revision, createRevision: revision });
    const entry = this.codec.ingest({ key, value: bytes, revision: 0, createRevision: 0 });
    return { ...entry, bytes: Buffer.concat([bytes, Buffer.from('\n')]) };
  }
}

const nothing = (): void => {};

/** How Go prints a revision that is not set. */
const UNSET_VERSION = new GoValue('0x0');

function malformedVersion(sent: string): StatusError {
  return failure(400, `strconv.ParseUint: parsing ${JSON.stringify(sent)}: invalid syntax`, { reason: 'BadRequest' });
}

const STATUS_MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'status']);

function nameNotGenerated(error: StatusError): StatusError {
  const { status } = error;
  return new StatusError({
    ...status,
    message: `${status.message}, the server was not able to generate a unique name for the object`,
    details: { ...status.details, retryAfterSeconds: 1 },
  });
}

function warnAll(context: StoreContext, texts: readonly string[] | undefined): void {
  for (const text of texts ?? []) context.warn?.(text);
}
