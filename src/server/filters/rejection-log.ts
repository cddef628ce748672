import type { Clock, Logger } from '../../observability/index.js';

/** A rejected request in the log. */
export interface Rejection {
  /** The faults of its credentials. */
  readonly reason: string;
  readonly verb: string;
  readonly path: string;
  /** The address it came from. */
  readonly from: string | undefined;
  /** The credentials themselves, should a fault repeat them; they are masked. */
  readonly secrets: readonly string[];
}

/** A flood of wrong credentials must not flood the log: so many lines are written in a second, and the rest counted. */
const MOST_LINES = 10;
const WINDOW_MS = 1000;
/** Faults repeat what senders wrote, such as audiences, and paths are theirs. */
const MOST_CHARACTERS = 1000;

/** Logs why credentials were rejected; clients do not learn the reason. */
export class RejectionLog {
  private windowStart = -Infinity;
  private written = 0;
  private omitted = 0;

  constructor(
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  /** Writes a line, or counts it where there are too many. */
  tell({ reason, verb, path, from, secrets }: Rejection): void {
    const now = this.clock.monotonic();
    if (now - this.windowStart >= WINDOW_MS) {
      this.windowStart = now;
      this.written = 0;
    }
    if (this.written >= MOST_LINES) {
      this.omitted++;
      return;
    }
    this.written++;
    const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '[masked]'), reason);
    const omitted = this.omitted > 0 ? { omitted: this.omitted } : {};
    this.omitted = 0;
    this.logger.warn('credentials were rejected', { reason: cut(masked), verb, path: cut(path), from, ...omitted });
  }
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}
