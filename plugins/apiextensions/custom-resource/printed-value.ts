import { goFloat } from '../../../src/plugin-api/built-in.js';

/** Returns a value as a cell of texts: lists and objects in JSON, numbers as Go prints them; undefined where it is longer than allowed. */
export function printValue(value: unknown, most: number): string | undefined {
  const text = typeof value === 'object' && value !== null ? new JsonPrinter(most).print(value) : printScalar(value);
  return text === undefined || text.length > most ? undefined : text;
}

function printScalar(value: unknown): string {
  if (value === null) return '<no value>';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : goFloat(value);
  return String(value as string | boolean | bigint);
}

/** The shortest text of a member of an object with its comma: `"":1,`. */
const SHORTEST_MEMBER = 5;

/** Prints JSON with the members of objects in the order of their names, as Go does, and stops where it becomes too long. */
class JsonPrinter {
  private text = '';

  constructor(private readonly most: number) {}

  print(value: unknown): string | undefined {
    return this.write(value) ? this.text : undefined;
  }

  private write(value: unknown): boolean {
    if (Array.isArray(value)) return this.writeList(value);
    if (typeof value === 'object' && value !== null) return this.writeObject(value);
    return this.add(JSON.stringify(typeof value === 'bigint' ? Number(value) : value));
  }

  private writeList(list: readonly unknown[]): boolean {
    this.text += '[';
    for (const [i, element] of list.entries()) {
      if (i > 0) this.text += ',';
      if (!this.write(element)) return false;
    }
    return this.add(']');
  }

  private writeObject(object: object): boolean {
    const names = Object.keys(object);
    if (names.length * SHORTEST_MEMBER > this.most) return false;
    this.text += '{';
    for (const [i, name] of names.sort().entries()) {
      this.text += `${i > 0 ? ',' : ''}${JSON.stringify(name)}:`;
      if (!this.write((object as Record<string, unknown>)[name])) return false;
    }
    return this.add('}');
  }

  private add(text: string): boolean {
    this.text += text;
    return this.text.length <= this.most;
  }
}
