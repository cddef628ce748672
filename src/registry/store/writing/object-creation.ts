import { Undoing } from '../../../admission/index.js';
import {
  type ApiObject,
  type GroupResource,
  StatusError,
  alreadyExists,
  copyWithGiven,
  isAlreadyExists,
} from '../../../apimachinery/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import { dropUnstored, wipeSystemFields } from '../object-metadata.js';
import type { ObjectWriter } from './object-writer.js';
import type { OwnerTracking } from './owner-tracking.js';
import { CREATION_STEPS, type CreationSetting, PreparedCreation } from './prepared-creation.js';
import { prepareInTurns } from './prepared-write.js';
import type { StoreContext } from '../../kinds/store-context.js';
import type { StoreParts, Written } from '../store-parts.js';
import { checkNewVersion } from './version-check.js';
import { warnWithoutEffect } from './write-scope.js';

const GENERATE_ATTEMPTS = 8;

/** Where an object is stored, and how its client calls it. */
interface Place {
  readonly key: string;
  readonly name: string;
  readonly groupResource: GroupResource;
  /** True if the client gave a prefix for a generated name, whether or not it was used. */
  readonly hasPrefix: boolean;
}

/** Creates objects: prepares them by `CREATION_STEPS`, and stores them (upstream: Store.Create). */
export class ObjectCreation<T extends ApiObject> {
  private readonly drawing: CreationSetting<T>['drawing'];

  constructor(
    private readonly parts: StoreParts<T>,
    private readonly writer: ObjectWriter<T>,
    private readonly owners: OwnerTracking<T>,
  ) {
    this.drawing = { identifiers: parts.identifiers, collection: parts.kind.keyPrefix };
  }

  /** Stores a new object; under another generated name if the first one exists. */
  async create(context: StoreContext, object: T): Promise<Written> {
    wipeSystemFields(object);
    return this.createAsSent(context, object);
  }

  /** Stores a new object that an update creates: as in the reference it may be marked as being deleted. */
  async createAsSent(context: StoreContext, object: T): Promise<Written> {
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

  private createOnce(context: StoreContext, object: T): Promise<Written> {
    const { parts, owners, drawing } = this;
    const undoing = new Undoing(parts.report);
    return undoing.settle(
      () => prepareInTurns(CREATION_STEPS, new PreparedCreation({ parts, owners, context, undoing, drawing }, object)),
      (ready) => this.store(context, ready),
    );
  }

  private async store(context: StoreContext, object: T): Promise<Written> {
    const { kind, codec } = this.parts;
    const { name = '' } = object.metadata;
    const key = kind.keyOf(context.namespace, name);
    checkNewVersion(object, context);
    if (!context.dryRun) dropUnstored(object);
    const stored = await kind.toStorage(context.version, object);
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

  /** Returns the error of a name that is taken, which says whether the object of that name is being deleted. */
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
