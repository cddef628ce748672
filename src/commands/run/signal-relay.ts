import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const;
/** Exit codes of processes that a signal has ended begin here. */
const SIGNALLED = 128;

/** Returns the exit code that shells give to a process ended by a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return SIGNALLED + constants.signals[signal];
}

/** Keeps signals from ending this process, and passes them to the one it runs. */
export class SignalRelay {
  /** The first signal; undefined while there was none. */
  first: NodeJS.Signals | undefined;
  /** Settles with the first signal. */
  readonly received: Promise<void>;
  private settle: () => void = () => {};
  private target: ChildProcess | undefined;

  private readonly take = (signal: NodeJS.Signals): void => {
    this.first ??= signal;
    this.settle();
    // The terminal has sent its own to every process in the foreground; a second one would count as impatience.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    this.target?.kill(signal);
  };

  constructor() {
    this.received = new Promise((resolve) => (this.settle = resolve));
    for (const signal of SIGNALS) process.on(signal, this.take);
  }

  /** Passes signals to a process from now on. */
  relayTo(target: ChildProcess): void {
    this.target = target;
  }

  /** Restores the usual effect of signals. */
  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.take);
  }
}
