/** Runes all warnings of an answer may have in sum before they are cut (upstream: truncateAtTotalRunes). */
const MAX_RUNES = 4096;
/** Runes left of each warning once that is so. */
const MAX_RUNES_OF_ONE = 256;

/** Collects the texts for `Warning` headers of one answer, without repeats, in bounded size. */
export class WarningRecorder {
  private readonly texts = new Set<string>();
  private written = 0;
  private isCutting = false;
  private lines: string[] = [];

  /** Adds a warning, unless the answer has it already or has too many. */
  add(text: string): void {
    if (text === '' || this.texts.has(text) || (this.isCutting && this.written >= MAX_RUNES)) return;
    this.texts.add(text);
    if (!this.isCutting && this.written + countRunes(text) > MAX_RUNES) this.startCutting();
    else this.write(text);
  }

  /** The values of the headers. */
  headers(): readonly string[] {
    return this.lines;
  }

  private startCutting(): void {
    this.isCutting = true;
    this.written = 0;
    this.lines = [];
    for (const text of this.texts) this.write(text);
  }

  private write(text: string): void {
    const shown = this.isCutting ? [...text].slice(0, MAX_RUNES_OF_ONE).join('') : text;
    this.written += countRunes(shown);
    this.lines.push(formatWarning(shown));
  }
}

function countRunes(text: string): number {
  return [...text].length;
}

/** A warning as RFC 7234 quotes it, under the agent `-` and code 299. */
function formatWarning(text: string): string {
  const safe = text.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[\\"]/g, (c) => `\\${c}`);
  // Header values are bytes: other characters go as their UTF-8.
  return Buffer.from(`299 - "${safe}"`, 'utf8').toString('latin1');
}
