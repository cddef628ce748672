export { StatusError, isAlreadyExists, isConflict, isNotFound, type ApiObject } from '../apimachinery/index.js';
export { Clock, Logger, SystemClock, createLogger } from '../observability/index.js';
export { OutboundError, type OutboundFault } from '../outbound/index.js';
export { Client, type ClientSettings } from './client.js';
export { ClusterClient } from './cluster-client.js';
export { connect, type ConnectSettings } from './connect.js';
export { type EventReference, eventReference } from './events/event.js';
export { EventRecorder, type EventRecorderSettings, type RecordedEvent } from './events/event-recorder.js';
export { Informer, type InformerHandler } from './informers/informer.js';
export { type InformerSelection, Informers } from './informers/informers.js';
export type { Lister, ListerSelection } from './informers/lister.js';
export type { IndexFunction } from './informers/object-index.js';
export type { Configured } from './kinds/configured.js';
export { KindClient } from './kinds/kind-client.js';
export type { ObjectPage } from './kinds/object-pages.js';
export type {
  ApplyOptions,
  CallOptions,
  DeletionOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  Selection,
  WriteOptions,
} from './kinds/operation-options.js';
export {
  type KindSource,
  type ResourceKind,
  declareResource,
  declaredExamples,
  resourceKindOf,
} from './kinds/resource-kind.js';
export { type ScaleObject, ScaleClient, StatusClient, SubresourceClient } from './kinds/subresources.js';
export { LeaderElector, type LeaderElectorSettings } from './leadership/leader-elector.js';
export { controllerOf, enqueue, ownedBy, ownerKeys } from './owners/owners.js';
export { type ControllerPace, WorkQueue, type WorkQueueSettings } from './queue/work-queue.js';
export { type WorkQueueMeter, WorkQueueMetrics } from './queue/work-queue-metrics.js';
export {
  isExpired,
  isForbidden,
  isInvalid,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
  isNamespaceTerminating,
} from './requests/api-errors.js';
export type { CallRequest } from './requests/requests.js';
export { type ConflictRetryOptions, retryOnConflict } from './requests/retry-on-conflict.js';
export type { WarningListener } from './requests/warnings.js';
export { HttpTransport } from './transport/http-transport.js';
export { InProcessTransport, type RequestDispatch, RequestEntrance } from './transport/in-process-transport.js';
export {
  type ClientAnswer,
  type ClientAnswerHead,
  type ClientRequest,
  type ClientStream,
  type ClientStreamRequest,
  Transport,
} from './transport/transport.js';
export { keyOf } from './watching/reflection.js';
export type { WatchEvent, WatchOptions } from './watching/watch-events.js';
