import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';

/** The lines of the members of one document by their paths, as `spec.containers[0].image`; its own is that of the empty path. */
export type Lines = ReadonlyMap<string, number>;

/** Returns the lines of the documents of a YAML or JSON text, each counted from 1. Throws what cannot be parsed. */
export function lineIndexes(text: string): Lines[] {
  return new LineIndexer(text, parseEvents(text, {})).all();
}

class LineIndexer {
  private at = 0;
  private readonly starts: number[] = [0];
  private lines = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.starts.push(end + 1);
  }

  all(): Lines[] {
    const documents: Lines[] = [];
    while (this.at < this.events.length) {
      const event = this.events[this.at];
      if (event.type !== EVENT_ID.DOCUMENT) {
        this.at++;
        continue;
      }
      this.at++;
      this.lines = new Map();
      if (this.events[this.at]?.type !== EVENT_ID.POP) this.value('');
      documents.push(this.lines);
    }
    return documents;
  }

  private value(path: string): void {
    const event = this.events[this.at++];
    if (event.type === EVENT_ID.SEQUENCE) this.list(path, event.start);
    else if (event.type === EVENT_ID.MAPPING) this.map(path, event.start);
    else if (event.type === EVENT_ID.SCALAR) this.note(path, event.valueStart);
  }

  private list(path: string, start: number): void {
    this.note(path, start);
    for (let i = 0; !this.isEnd(); i++) this.value(`${path}[${i}]`);
    this.at++;
  }

  private map(path: string, start: number): void {
    this.note(path, start);
    while (!this.isEnd()) {
      const key = this.events[this.at];
      if (key.type !== EVENT_ID.SCALAR) {
        this.value(`${path}.?`);
        this.value(`${path}.?`);
        continue;
      }
      this.at++;
      const name = String(getScalarValue(this.text, key));
      const member = path === '' ? name : `${path}.${name}`;
      this.note(member, key.valueStart);
      this.value(member);
    }
    this.at++;
  }

  private isEnd(): boolean {
    return this.at >= this.events.length || this.events[this.at].type === EVENT_ID.POP;
  }

  /** The line of the key of a member is noted before that of its value, and stays. */
  private note(path: string, offset: number): void {
    if (offset >= 0 && !this.lines.has(path)) this.lines.set(path, this.lineOf(offset));
  }

  private lineOf(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
