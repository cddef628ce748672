import { ListValue, MapValue, type Value } from './value.js';

/** Returns plain data as expressions see it; elements and members are looked at when they are asked for. */
export function valueOfJson(data: unknown): Value {
  switch (typeof data) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return data;
    case 'number':
      return Number.isInteger(data) ? BigInt(data) : data;
    default:
      break;
  }
  if (Array.isArray(data)) return new JsonList(data);
  return typeof data === 'object' && data !== null ? new JsonMap(data as Record<string, unknown>) : null;
}

/** Returns the plain data that a list or map shows; undefined for every other value, and for those that expressions have made. */
export function jsonDataOf(value: Value): object | undefined {
  return value instanceof JsonList || value instanceof JsonMap ? value.data : undefined;
}

class JsonList extends ListValue {
  constructor(readonly data: readonly unknown[]) {
    super();
  }

  get size(): number {
    return this.data.length;
  }

  at(index: number): Value {
    return valueOfJson(this.data[index]);
  }
}

class JsonMap extends MapValue {
  private names: readonly string[] | undefined;

  constructor(readonly data: Readonly<Record<string, unknown>>) {
    super();
  }

  get size(): number {
    return this.memberNames().length;
  }

  find(key: Value): Value | undefined {
    return this.has(key) ? valueOfJson(this.data[key as string]) : undefined;
  }

  override has(key: Value): boolean {
    return typeof key === 'string' && Object.hasOwn(this.data, key) && this.data[key] !== undefined;
  }

  keys(): Iterable<Value> {
    return this.memberNames();
  }

  private memberNames(): readonly string[] {
    this.names ??= Object.keys(this.data).filter((name) => this.data[name] !== undefined);
    return this.names;
  }
}
