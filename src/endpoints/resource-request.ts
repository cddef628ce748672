import { textOfHeader, wellFormed } from '../apimachinery/index.js';
import { type Authorizer, forbiddenFor } from '../authz/index.js';
import { managerFrom } from '../patch/index.js';
import type { ServedResource, StoredResource } from '../plugin-host/index.js';
import type { Backends, TranslationFeatures } from '../proxy/index.js';
import type { StoreContext } from '../registry/index.js';
import type { KnownKinds } from './bodies/body-expectation.js';
import type { RequestContext } from './request-context.js';

/** The features of watches besides events, and of lists. */
export interface WatchFeatures {
  /** True if they begin with the objects there are, and mark where these end (gate `WatchList`). */
  readonly hasInitialEvents: boolean;
  /** True if the release does not know the parameter `sendInitialEvents`. */
  readonly ignoresInitialEvents?: boolean;
  /** True if clients can request a shard of a collection (gate `ShardedListAndWatch`). */
  readonly hasShards?: boolean;
}

/** The options of a write that its store sees, and admission. */
export interface StoredWriteOptions {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  /** As it was sent; empty where the default applies. */
  readonly sentValidation: string;
}

/** Settings of the verb handlers. */
export interface ApiHandlerOptions {
  /** A watch that names no timeout ends after a time between one and two of these. */
  readonly minRequestTimeoutSeconds: number;
  readonly watchFeatures: WatchFeatures;
  /** Those that plugins have declared. */
  readonly kinds: KnownKinds;
  readonly deleteCollectionWorkers: number;
  /** True if unknown and repeated members of bodies are reported (gate `ServerSideFieldValidation`). */
  readonly validatesFields: boolean;
  /** True if objects that cannot be read may be deleted (gate `AllowUnsafeMalformedObjectDeletion`). */
  readonly deletesUnreadable: boolean;
  /** Decides where a verb turns out to stand for another one: a PUT that creates. */
  readonly authorizer: Authorizer;
  /** Opens requests to kubelets and pods. */
  readonly backends: Backends;
  readonly translations: TranslationFeatures;
}

/** A request that has found its resource. */
export interface ResourceRequest<R extends ServedResource = ServedResource> {
  readonly context: RequestContext;
  readonly resource: R;
  readonly options: ApiHandlerOptions;
}

/** A request for stored objects. */
export type StoredRequest = ResourceRequest<StoredResource>;

/** Returns the store context of a request. */
export function storeContextOf({ context, resource }: ResourceRequest, write?: StoredWriteOptions): StoreContext {
  const { info, user, headers } = context;
  const userAgent = headers['user-agent'];
  return {
    user,
    namespace: resource.kind.isNamespaced ? info.namespace : '',
    dryRun: write?.dryRun,
    fieldManager: managerFrom(
      write?.fieldManager,
      userAgent === undefined ? undefined : wellFormed(textOfHeader(userAgent)),
    ),
    options: write && sentOptions(write),
    version: resource.version.apiVersion,
    requestName: info.name,
    subresource: info.subresource,
    warn: context.warn,
    signal: context.lifetime,
    lane: context.seat.lane,
    storing: context.trail || context.seat.storing ? (written) => noteStoring(context, written) : undefined,
    request: context,
  };
}

function noteStoring({ seat, trail }: RequestContext, written: Promise<unknown>): void {
  seat.storing?.();
  if (!trail) return;
  const began = performance.now();
  const end = (): void => void (trail.times.storage += performance.now() - began);
  written.then(end, end);
}

/** The options of a write for admission; a dry run is passed separately. */
function sentOptions({ fieldManager, sentValidation }: StoredWriteOptions): object {
  return {
    ...(fieldManager !== '' && { fieldManager }),
    ...(sentValidation !== '' && { fieldValidation: sentValidation }),
  };
}

/** Throws 403 unless the caller may create what is about to be created by another verb. */
export async function authorizeCreate({ context, options }: ResourceRequest): Promise<void> {
  const attributes = { ...context.info, user: context.user, verb: 'create' };
  const decision = await options.authorizer.authorize(attributes);
  if (decision.verdict !== 'Allow') throw forbiddenFor(attributes, decision.reason);
}

/** Returns the name in the path. For namespaces the name is also the path's namespace. */
export function nameOf({ info }: RequestContext): string {
  return info.parts[1] ?? '';
}
