/**
 * Makes one call for all callers that ask at about the same time. A caller that asks while a call is under way gets the
 * result of the next one, because the store may have changed since that one began.
 */
export class SharedCall<T> {
  private current: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly call: () => Promise<T>) {}

  /** Returns the result of a call that begins now or later. */
  ask(): Promise<T> {
    if (!this.current) return this.begin();
    this.next ??= this.current.then(
      () => this.begin(),
      () => this.begin(),
    );
    return this.next;
  }

  private begin(): Promise<T> {
    this.next = undefined;
    this.current = this.call().finally(() => {
      this.current = undefined;
    });
    return this.current;
  }
}
