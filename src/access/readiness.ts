/** Tracks which resources have been delivered completely, and allows waiting for all of them. */
export class Readiness {
  private readonly missing: Set<string>;
  private waiting: (() => void)[] = [];

  constructor(resources: readonly string[]) {
    this.missing = new Set(resources);
  }

  /** True if all have. */
  get isReady(): boolean {
    return this.missing.size === 0;
  }

  /** Resolves when all have. */
  async whenReady(): Promise<void> {
    while (!this.isReady) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Marks a resource as delivered. */
  add(resource: string): void {
    this.missing.delete(resource);
    if (this.isReady) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Marks a resource as not delivered. */
  remove(resource: string): void {
    this.missing.add(resource);
  }
}
