import type { ApiObject, GroupResource } from '../apimachinery/index.js';

/** Is told of stored objects. Its methods are called synchronously and do not throw. */
export interface ObjectListener {
  /** An object is there, or has changed. It may be kept, not changed. */
  onPut(resource: string, object: ApiObject): void;
  /** An object is gone; its last state. */
  onDelete(resource: string, object: ApiObject): void;
  /** Every object of a resource has been told; changes follow. */
  onReady(resource: string): void;
  /** Changes of a resource may have been missed: what has been told of it is void, and it is told anew. */
  onReset(resource: string): void;
}

/** Where the objects that decide about access come from. A change is told before the write that made it is answered. */
export abstract class ObjectSource {
  /**
   * Tells of every object of some resources and then of every change, until what is answered is called. A resource
   * that is not served has no objects and is ready at once.
   */
  abstract follow(resources: readonly GroupResource[], listener: ObjectListener): () => void;
}

/** Knows which resources have been told completely, and lets others wait for all of them. */
export class Readiness {
  private readonly missing: Set<string>;
  private waiting: (() => void)[] = [];

  constructor(resources: readonly string[]) {
    this.missing = new Set(resources);
  }

  /** Whether all have. */
  get isReady(): boolean {
    return this.missing.size === 0;
  }

  /** Resolves when all have. */
  async whenReady(): Promise<void> {
    while (!this.isReady) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Marks a resource as told. */
  add(resource: string): void {
    this.missing.delete(resource);
    if (this.isReady) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Marks a resource as not told. */
  remove(resource: string): void {
    this.missing.add(resource);
  }
}
