import { cutText } from '../../apimachinery/index.js';
import type { AdmissionExamination, ObservedAdmission } from '../../request/index.js';

/** Longer messages are cut, so that headers have room for other rules. */
const MAX_MESSAGE = 500;

/** The answers of admission plugins, and of the rules that they applied, in one request. */
export class AdmissionTrace {
  private readonly entries: string[] = [];
  private rules: object[] = [];
  private length = 0;
  private omitted = 0;

  /** Entries are left out and counted once they have so many characters together; a request may be many writes. */
  constructor(private readonly maxLength: number) {}

  /** Adds a rule; the plugin that has applied it follows. */
  addRule({ rule, outcome, message = '', changes = [], seconds }: AdmissionExamination): void {
    const said = message === '' ? {} : { message: cutText(message, MAX_MESSAGE) };
    const changed = changes.length === 0 ? {} : { changes };
    this.rules.push({ rule, outcome, ...said, ...changed, ms: milliseconds(seconds) });
  }

  /** Adds a plugin with the rules before it. */
  addPlugin(plugin: string, { step, round, isRejected, seconds }: ObservedAdmission): void {
    const outcome = isRejected ? 'denied' : 'allowed';
    const { rules } = this;
    const ms = milliseconds(seconds);
    this.rules = [];
    this.add(
      JSON.stringify({ plugin, step, ...(round > 0 && { round }), outcome, ms, ...(rules.length > 0 && { rules }) }),
    );
  }

  /** All entries as JSON. */
  get text(): string {
    const omitted = this.omitted > 0 ? [JSON.stringify({ omitted: this.omitted })] : [];
    return `[${[...this.entries, ...omitted].join()}]`;
  }

  private add(entry: string): void {
    if (this.length + entry.length > this.maxLength) this.omitted++;
    else {
      this.entries.push(entry);
      this.length += entry.length;
    }
  }
}

/** Milliseconds with three digits, which is as exact as the clock. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1000;
}
