/** Go escapes what means something to browsers. */
const FOR_PAGES = /[<>&\u2028\u2029]/g;

/**
 * Returns a value in JSON as Go writes it, and no more of it than the first `most` characters and what follows of a member: errors
 * show the start of a value, and the same value may stand in many of them. Integers of any size are exact.
 */
export function jsonHead(value: unknown, most: number): string {
  const head = new JsonHead(most);
  head.write(value);
  return head.text;
}

class JsonHead {
  text = '';

  constructor(private readonly most: number) {}

  write(value: unknown): void {
    if (typeof value === 'string') this.text += this.quoted(value);
    else if (typeof value === 'bigint') this.text += value.toString();
    else if (Array.isArray(value)) this.elements(value);
    else if (typeof value === 'object' && value !== null) this.members(value as Readonly<Record<string, unknown>>);
    else this.text += JSON.stringify(value) ?? 'null';
  }

  private get isFull(): boolean {
    return this.text.length > this.most;
  }

  private elements(list: readonly unknown[]): void {
    this.text += '[';
    for (let i = 0; i < list.length && !this.isFull; i++) {
      if (i > 0) this.text += ',';
      this.write(list[i]);
    }
    this.text += ']';
  }

  private members(object: Readonly<Record<string, unknown>>): void {
    let isFirst = true;
    this.text += '{';
    for (const name in object) {
      if (this.isFull) break;
      if (object[name] === undefined || !Object.hasOwn(object, name)) continue;
      this.text += `${isFirst ? '' : ','}${this.quoted(name)}:`;
      isFirst = false;
      this.write(object[name]);
    }
    this.text += '}';
  }

  private quoted(text: string): string {
    const shown = JSON.stringify(text.slice(0, this.most));
    return shown.replace(FOR_PAGES, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  }
}
