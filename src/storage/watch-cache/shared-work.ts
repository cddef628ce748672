/** Work that is done once for all who ask for the same meanwhile, and one piece of it after the other. */
export class SharedWork<K> {
  private readonly underWay = new Map<K, Promise<void>>();
  private last: Promise<void> = Promise.resolve();

  /** Settles as the work for a key does; begins it when what was asked for before is done. */
  do(key: K, work: () => Promise<void>): Promise<void> {
    const known = this.underWay.get(key);
    if (known) return known;
    const begun = this.last.then(work).finally(() => this.underWay.delete(key));
    this.underWay.set(key, begun);
    this.last = begun.catch(() => {});
    return begun;
  }
}
