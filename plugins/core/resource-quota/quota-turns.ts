import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../src/plugin-api/index.js';
import { type GroupResource } from '../../../src/plugin-api/built-in.js';
import type { Amounts } from './usage/amounts.js';

/** The charge of a write that may not be stored yet. */
export interface PendingCharge {
  readonly namespace: string;
  readonly object: string;
  /** The resourceVersion of the object that is replaced; undefined where one is created. */
  readonly replaced: string | undefined;
  /** By the name of the quota. */
  readonly taken: ReadonlyMap<string, Amounts>;
  /** In milliseconds of the monotonic clock. */
  readonly at: number;
}

/** How long an admitted write may take to be stored, in milliseconds. */
export const PENDING = 2_000;

/**
 * Serializes the changes of a namespace's quota usage, and remembers the charges of writes that are not stored yet: a
 * recount of stored objects does not include them.
 */
@Injectable()
export class QuotaTurns {
  private readonly last = new Map<string, Promise<unknown>>();
  /** By namespace and object, the oldest first. */
  private readonly pending = new Map<string, PendingCharge>();
  private onGivenBack: (namespace: string) => void = () => {};

  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** Runs when all that came before for the namespace have ended. */
  async take<T>(namespace: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(namespace) ?? Promise.resolve()).then(run);
    const ended = turn.catch(() => undefined);
    this.last.set(namespace, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(namespace) === ended) this.last.delete(namespace);
    }
  }

  /** Remembers what the write of an object takes. */
  note(charge: Omit<PendingCharge, 'at'>): void {
    const { namespace, object } = charge;
    this.forgetOld();
    this.forget(namespace, object);
    this.pending.set(`${namespace}/${object}`, { ...charge, at: this.clock.monotonic() });
  }

  /** Forgets it, as the object has been seen. */
  forget(namespace: string, object: string): void {
    this.pending.delete(`${namespace}/${object}`);
  }

  /** Forgets it, as the object is not stored after all: what was taken for it has to be counted again. */
  giveBack(namespace: string, object: string): void {
    this.forget(namespace, object);
    this.onGivenBack(namespace);
  }

  /** Calls back with the namespace when a charge was released; only the last listener is called. */
  follow(onGivenBack: (namespace: string) => void): void {
    this.onGivenBack = onGivenBack;
  }

  /** Returns the pending charges of a namespace. */
  pendingOf(namespace: string): PendingCharge[] {
    this.forgetOld();
    return [...this.pending.values()].filter((charge) => charge.namespace === namespace);
  }

  /** Returns those that stored objects, their resourceVersions by identity, do not include yet. */
  missingFrom(stored: ReadonlyMap<string, string | undefined>, namespace: string): PendingCharge[] {
    return this.pendingOf(namespace).filter(({ object, replaced }) => stored.get(object) === replaced);
  }

  private forgetOld(): void {
    const oldest = this.clock.monotonic() - PENDING;
    for (const [key, { at }] of this.pending) {
      if (at > oldest) return;
      this.pending.delete(key);
    }
  }
}

/** Returns the identity of an object in a namespace. */
export function objectKey({ group, resource }: GroupResource, name: string | undefined): string {
  return `${group}/${resource}/${name ?? ''}`;
}
