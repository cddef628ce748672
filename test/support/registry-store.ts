import { AdmissionChain, type AdmissionPlugin } from '../../src/admission/index.js';
import type { ApiObject } from '../../src/apimachinery/index.js';
import {
  type KindDefinition,
  ObjectCodec,
  RandomIdentifiers,
  ResolvedKind,
  Store,
  type StoreContext,
  type Strategy,
  defineKind,
} from '../../src/registry/index.js';
import { RequestObservers } from '../../src/request/index.js';
import { ApiType, Field, ObjectMeta } from '../../src/schema/index.js';
import { type ValueTransformer, WatchCache } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';

@ApiType({ name: 'k8s.io.api.test.v1.ThingSpec' })
class ThingSpec {
  @Field(1, 'int32', { default: 3 }) count?: number;
  @Field(2, 'string') color?: string;
}

@ApiType({ name: 'k8s.io.api.test.v1.ThingStatus' })
class ThingStatus {
  @Field(1, 'string') phase?: string;
}

/** The object type of the registry tests. */
@ApiType({ name: 'k8s.io.api.test.v1.Thing' })
export class Thing implements ApiObject {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, ThingSpec) spec?: ThingSpec;
  @Field(3, ThingStatus) status?: ThingStatus;
}

/** A store of things, alone in memory, and what it was made of. */
export interface ThingStore {
  readonly store: Store<Thing>;
  readonly storage: SqliteStorage;
  close(): Promise<void>;
}

/** The options of a store in tests. */
export interface ThingStoreOptions {
  readonly strategy?: Strategy<Thing>;
  readonly plugins?: readonly AdmissionPlugin[];
  readonly definition?: Partial<KindDefinition<Thing>>;
  readonly report?: (error: unknown) => void;
  readonly transformer?: ValueTransformer;
}

/** The moment of every write in these stores. */
export const NOW = new Date('2024-02-29T12:00:00Z');

/** Opens a store of things on an empty database in memory. */
export async function openThingStore(options: ThingStoreOptions = {}): Promise<ThingStore> {
  const { strategy = {}, plugins = [], definition, report = () => {}, transformer } = options;
  const versions = [{ name: 'v1', type: Thing }];
  const names = { kind: 'Thing', plural: 'things', versions, storageVersion: 'v1' };
  const kind = new ResolvedKind<Thing>(
    'test.example.com',
    defineKind<Thing>({ ...names, namespaced: true, hasStatus: true, allowUnconditionalUpdate: true, ...definition }),
  );
  const storage = await SqliteStorage.open({ directory: ':memory:' });
  const watchCache = new WatchCache(storage);
  const admission = new AdmissionChain(new RequestObservers(report));
  admission.use(plugins);
  const codec = new ObjectCodec(kind, { transformer });
  const cache = watchCache.register(kind.keyPrefix, codec.ingest);
  const maxObjectBytes = 1.5 * 1024 * 1024;
  const identifiers = new RandomIdentifiers();
  const own = { identifiers, kind, strategy, storage, cache, codec, admission, maxObjectBytes };
  const parts = { ...own, report, isEnabled: () => true, now: () => NOW };
  const close = async (): Promise<void> => {
    watchCache.close();
    await storage.close();
  };
  return { store: new Store(parts), storage, close };
}

/** A thing as a client sends it. */
export function thing(name: string, spec: ThingSpec = {}, metadata: Partial<ObjectMeta> = {}): Thing {
  return { kind: 'Thing', apiVersion: 'test.example.com/v1', metadata: { name, ...metadata }, spec };
}

/** The store context of a client's write. */
export function clientContext(changes: Partial<StoreContext> = {}): StoreContext {
  return { user: { name: 'alice', groups: [] }, namespace: 'n', fieldManager: 'test', ...changes };
}
