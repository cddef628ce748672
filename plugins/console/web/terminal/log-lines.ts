/** Lines that are kept; older ones are dropped. */
export const MOST_LINES = 5000;
/** Letters of a line that are shown. */
const LONGEST_LINE = 10_000;

/** Sequences by which programs colour their output in a terminal. */
const ESCAPES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** The lines of a log that are kept, with those that have not ended. */
export class LogLines {
  private lines: string[] = [];
  private rest = '';
  /** Lines that were dropped. */
  dropped = 0;

  /** Adds a text as it comes, which may end within a line. */
  add(text: string): void {
    const parts = `${this.rest}${text}`.split('\n');
    this.rest = (parts.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of parts) this.lines.push(line.slice(0, LONGEST_LINE).replace(ESCAPES, ''));
    const surplus = this.lines.length - MOST_LINES;
    if (surplus <= 0) return;
    this.lines.splice(0, surplus);
    this.dropped += surplus;
  }

  /** Returns the lines that contain a text, whatever its case. */
  matching(text: string): string[] {
    const all = this.rest === '' ? this.lines : [...this.lines, this.rest];
    const wanted = text.toLowerCase();
    return wanted === '' ? [...all] : all.filter((line) => line.toLowerCase().includes(wanted));
  }
}
