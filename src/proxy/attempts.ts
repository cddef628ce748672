import type { ClientRequest, ServerResponse } from 'node:http';
import { isClosed } from '../request/index.js';
import { AnswerTimeout } from './backend-fault.js';

/** The attempts to send a request, the last of which ends with its client. */
export class Attempts {
  private last: ClientRequest | undefined;
  private isLate = false;
  private readonly response: ServerResponse;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly giveUp = (): void => void this.last?.destroy();

  constructor(
    private readonly open: () => ClientRequest,
    { response, timeout }: { readonly response: ServerResponse; readonly timeout?: number },
  ) {
    this.response = response;
    // An AbortSignal would cost as much as the rest of a small request.
    response.once('close', this.giveUp);
    if (timeout !== undefined) this.timer = setTimeout(() => this.giveUpLate(), timeout);
  }

  /** True if the time is up. */
  get areLate(): boolean {
    return this.isLate;
  }

  /** True if the client has gone, or the time is up. */
  get areVain(): boolean {
    return this.isLate || isClosed(this.response);
  }

  /** Starts another attempt. */
  next(): ClientRequest {
    this.last = this.open();
    if (this.areVain) this.last.destroy();
    return this.last;
  }

  /** Leaves the last attempt alone from now on. */
  end(): void {
    this.response.off('close', this.giveUp);
    clearTimeout(this.timer);
  }

  private giveUpLate(): void {
    this.isLate = true;
    this.last?.destroy(new AnswerTimeout());
  }
}
