import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** How far a store had come, as far as is written beside it. */
export interface MarkedState {
  /** A revision that was committed; others may have been after it. */
  readonly revision: number;
  /** True if the store was open, so that its log has to be there; false after an orderly end. */
  readonly isOpen: boolean;
}

/** How often the mark follows the store, in milliseconds. */
const PERIOD = 1000;
const DIGITS = 16;
const FORMAT = /^revision (\d{16}) (open|done)\n/;
const UNMARKED: MarkedState = { revision: 0, isOpen: false };

/**
 * A small file beside the database that says how far the store has come: what is found older than it has lost something.
 * It says nothing that is not committed, is written over in place, about once a second, and is not synced but at the
 * end: it may lag behind.
 */
export class RevisionMark {
  private revision: number;
  private written: number;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: FileHandle,
    /** The recorded state. */
    readonly found: MarkedState,
  ) {
    this.revision = this.written = found.revision;
  }

  /** Opens the mark, and makes it when there is none; one that cannot be read says nothing. */
  static async open(path: string): Promise<RevisionMark> {
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    const [, digits, state] = FORMAT.exec(await file.readFile('latin1')) ?? [];
    const found = digits === undefined ? UNMARKED : { revision: Number(digits), isOpen: state === 'open' };
    return new RevisionMark(file, found);
  }

  /** Takes note of a committed revision: the first at once, those that follow soon after. */
  advance(revision: number): void {
    this.revision = revision;
    if (this.timer) return;
    this.timer = setTimeout(() => this.followUp(), PERIOD);
    this.timer.unref();
    this.write('open');
  }

  /** Records an orderly end of the store at a committed revision, and closes the file. */
  async finish(revision: number): Promise<void> {
    this.revision = revision;
    this.write('done');
    await this.writing;
    await this.file.sync().catch(() => undefined);
    await this.close();
  }

  /** Closes the file and leaves it as it is. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    await this.file.close();
  }

  private followUp(): void {
    this.timer = undefined;
    if (this.revision > this.written) this.advance(this.revision);
  }

  private write(state: 'open' | 'done'): void {
    this.written = this.revision;
    const text = `revision ${String(this.revision).padStart(DIGITS, '0')} ${state}\n`;
    // A mark that cannot be written stays behind, which is no harm.
    const attempt = async (): Promise<void> => void (await this.file.write(text, 0).catch(() => undefined));
    this.writing = this.writing.then(attempt);
  }
}
