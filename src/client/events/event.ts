import type { ApiObject } from '../../apimachinery/index.js';
import { apiVersionOf } from '../kinds/paths.js';
import { type KindSource, type ResourceKind, resourceKindOf } from '../kinds/resource-kind.js';

/**
 * Which object an event is about (v1 ObjectReference).
 *
 * @public
 * @example
 * const reference: EventReference = { apiVersion: 'v1', kind: 'Node', name: 'north' };
 */
export interface EventReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly fieldPath?: string;
}

/** An event (events.k8s.io/v1), as recorders write it. */
export interface EventObject extends ApiObject {
  eventTime: string;
  series?: { count: number; lastObservedTime: string };
  reportingController: string;
  reportingInstance: string;
  action: string;
  reason: string;
  regarding: EventReference;
  related?: EventReference;
  note: string;
  type: 'Normal' | 'Warning';
}

/** The kind of events. */
export const EVENTS: ResourceKind<EventObject> = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  scope: 'Namespaced',
};

/**
 * Returns the reference of an event to an object of a kind.
 *
 * @public
 * @example
 * const berth = await client.of(Berth).namespace('harbor').get('north');
 * const regarding = eventReference(Berth, berth);
 */
export function eventReference<T extends ApiObject>(source: KindSource<T>, { metadata }: T): EventReference {
  const kind = resourceKindOf(source);
  const { name = '', namespace, uid, resourceVersion } = metadata;
  return {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
}

/** Returns the key of a series, which events with the same key are (upstream: eventKey of tools/events). */
export function seriesKeyOf(event: EventObject): string {
  const { type, action, reason, reportingController, reportingInstance, regarding, related } = event;
  return JSON.stringify([
    type,
    action,
    reason,
    reportingController,
    reportingInstance,
    referenceKey(regarding),
    related && referenceKey(related),
  ]);
}

/** Returns the identity of a referenced object, without its version: an object that changes stays the same one. */
export function referenceKey({ apiVersion, kind, namespace, name, uid, fieldPath }: EventReference): string {
  return JSON.stringify([apiVersion, kind, namespace, name, uid, fieldPath]);
}
