import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  type ApiObject,
  QueueControllerParts,
  type ResourceStore,
  controllerContext,
  formatTime,
  keepObject,
} from '../../plugin-api/index.js';

/** A change of an object, or a failure to make one. */
export interface Happening {
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The part of the object; the whole without. */
  readonly fieldPath?: string;
}

/** The program that says so, and the kind of what it is about. */
export interface EventSource {
  readonly component: string;
  readonly host?: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** An event of v1. */
interface CoreEvent extends ApiObject {
  readonly count?: number;
  readonly firstTimestamp?: string;
}

/** Longer messages are cut, in characters (upstream: the limit of events.k8s.io). */
const LONGEST_MESSAGE = 1024;
/** The beginning of an object's name that the name of its events has room for, in characters. */
const LONGEST_NAME = 230;
/** Bytes of a digest that distinguish the events about an object. */
const DIGEST_BYTES = 8;

/**
 * Records events about objects in the name of the programs of a cluster. The same said again counts up the event there is, so that what is
 * tried again and again stays one.
 */
@Injectable()
export class ClusterEvents {
  constructor(@Inject(QueueControllerParts) private readonly parts: QueueControllerParts) {}

  private get events(): ResourceStore<CoreEvent> {
    return this.parts.stores.of<CoreEvent>('', 'events');
  }

  /** Records an event; what cannot be recorded is logged, and nothing fails by it. */
  async record({ metadata }: ApiObject, happening: Happening, source: EventSource): Promise<void> {
    const { reason, type = 'Normal', fieldPath, message } = happening;
    const { apiVersion, kind, component, host } = source;
    const { name = '', uid = '', namespace, resourceVersion } = metadata;
    const now = formatTime(new Date(this.parts.clock.now()));
    // The message of a failure that repeats differs each time: by a generated name, or a count.
    const distinction = type === 'Warning' ? '' : message;
    const digest = createHash('sha256').update(JSON.stringify([uid, component, fieldPath, type, reason, distinction]));
    const context = controllerContext(namespace ?? 'default', { fieldManager: component });
    const involvedObject = { kind, apiVersion, name, uid, ...(namespace !== undefined && { namespace }) };
    const id = `${name.slice(0, LONGEST_NAME)}.${digest.digest('hex').slice(0, 2 * DIGEST_BYTES)}`;
    try {
      await keepObject(this.events, { context, name: id }, (before) => ({
        ...before,
        metadata: { ...before?.metadata, name: id, namespace: namespace ?? 'default' },
        involvedObject: {
          ...involvedObject,
          ...(resourceVersion !== undefined && { resourceVersion }),
          ...(fieldPath !== undefined && { fieldPath }),
        },
        reason,
        message: message.slice(0, LONGEST_MESSAGE),
        source: { component, ...(host !== undefined && { host }) },
        firstTimestamp: before?.firstTimestamp ?? now,
        lastTimestamp: now,
        count: (before?.count ?? 0) + 1,
        type,
        reportingComponent: component,
        reportingInstance: host ?? '',
      }));
    } catch (error) {
      this.parts.logger.verbose(2, 'an event was not recorded', { object: name, reason, error });
    }
  }
}
