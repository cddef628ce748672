/**
 * An external effect of a write that must be committed or reverted, such as an allocated address. Exactly one of the
 * two is called. The object stays stored if `commit` fails, and the write stays rejected if `revert` does: the client
 * gets the same response, and the failure is logged.
 *
 * @public
 * @example
 * const effect: SideEffect = { commit: () => undefined, revert: () => logger.info('The number of the berth is free') };
 */
export interface SideEffect {
  commit(): void | Promise<void>;
  revert(): void | Promise<void>;
}

/** The external effects of one write: those of admission plugins and of the kind's strategy, in the order they began. */
export class Undoing {
  private effects: SideEffect[] | undefined;

  /** `report` receives what is thrown when an effect is committed or reverted. */
  constructor(private readonly report: (error: unknown) => void) {}

  /** Registers an effect, which is settled with the write. */
  add(effect: SideEffect): void {
    (this.effects ??= []).push(effect);
  }

  /**
   * Prepares a write and stores it. Effects that were added meanwhile are committed in their order once it is stored, and
   * reverted in reverse order if preparing or storing fails. Without effects, nothing of the preparation is retained until
   * the write is on disk.
   */
  async settle<T, R>(prepare: () => Promise<T>, store: (prepared: T) => Promise<R>): Promise<R> {
    let outcome: R;
    try {
      const prepared = await prepare();
      if (!this.effects) return store(prepared);
      outcome = await store(prepared);
    } catch (error) {
      await this.revert();
      throw error;
    }
    for (const effect of this.take()) await this.reporting(() => effect.commit());
    return outcome;
  }

  /** Reverts the effects, the last one first: of a write that turns out to change nothing. */
  async revert(): Promise<void> {
    for (const effect of this.take().reverse()) await this.reporting(() => effect.revert());
  }

  private take(): SideEffect[] {
    const { effects = [] } = this;
    this.effects = undefined;
    return effects;
  }

  private async reporting(settle: () => void | Promise<void>): Promise<void> {
    try {
      await settle();
    } catch (error) {
      this.report(error);
    }
  }
}
