import { MAX_CUT_WARNING_RUNES, MAX_WARNING_RUNES } from '../../apimachinery/index.js';

/** Collects the texts for `Warning` headers of one answer, without repeats, in bounded size. */
export class WarningRecorder {
  private readonly texts = new Set<string>();
  private written = 0;
  private isCutting = false;
  private lines: string[] = [];

  /** Adds a warning, unless the answer has it already or has too many. */
  add(text: string): void {
    if (text === '' || this.texts.has(text) || (this.isCutting && this.written >= MAX_WARNING_RUNES)) return;
    this.texts.add(text);
    if (!this.isCutting && this.written + countRunes(text) > MAX_WARNING_RUNES) this.startCutting();
    else this.write(text);
  }

  /** Returns the values of the headers. */
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
    const shown = this.isCutting ? [...text].slice(0, MAX_CUT_WARNING_RUNES).join('') : text;
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
