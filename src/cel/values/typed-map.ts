import { isEqual } from './equality.js';
import { EvaluationError, noSuchOverload } from './errors.js';
import { valueOfJson } from './json.js';
import { MapValue, type Value } from './value.js';

/** Makes the value of plain data; throws EvaluationError for data that does not fit. */
export type ReadValue = (data: unknown) => Value;

/** A field of an object: the name of its member in the data, and how its value is made. */
export interface Field {
  readonly name: string;
  readonly read: ReadValue;
}

type Data = Readonly<Record<string, unknown>>;

/** An object with declared fields; a member that is null counts as absent. */
export class FieldMap extends MapValue {
  constructor(
    private readonly data: Data,
    /** The fields by the names that expressions know them by. */
    private readonly fields: ReadonlyMap<string, Field>,
  ) {
    super();
  }

  /** Members that are no fields count as well. */
  get size(): number {
    return Object.keys(this.data).length;
  }

  find(key: Value): Value | undefined {
    const field = this.fieldOf(key);
    if (field === undefined) return undefined;
    const data = this.data[field.name];
    // The member may be inherited.
    return isNothing(data) || !Object.hasOwn(this.data, field.name) ? undefined : field.read(data);
  }

  override has(key: Value): boolean {
    const field = this.fieldOf(key);
    return field !== undefined && !isNothing(this.data[field.name]) && Object.hasOwn(this.data, field.name);
  }

  *keys(): Iterable<Value> {
    for (const [known, { name }] of this.fields) if (Object.hasOwn(this.data, name)) yield known;
  }

  override equalsMap(other: MapValue): boolean | undefined {
    if (!(other instanceof FieldMap)) return undefined;
    if (this.size !== other.size || !this.equalsUndeclared(other)) return false;
    for (const key of this.keys()) {
      const [a, b] = [this.find(key), other.find(key)];
      if (a === undefined || b === undefined ? a !== b : !isEqual(a, b)) return false;
    }
    return true;
  }

  /** Reports whether members that are no fields are the same; of these only the data can be compared. */
  private equalsUndeclared({ data }: FieldMap): boolean {
    const declared = new Set(Array.from(this.fields.values(), ({ name }) => name));
    return Object.keys(this.data).every(
      (name) => declared.has(name) || isEqual(valueOfJson(this.data[name]), valueOfJson(data[name])),
    );
  }

  private fieldOf(key: Value): Field | undefined {
    if (typeof key !== 'string') throw noSuchOverload();
    // Words that are reserved may be written as they are where the language allows that.
    return this.fields.get(key) ?? this.fields.get(`__${key}__`);
  }
}

function isNothing(data: unknown): boolean {
  return data === null || data === undefined;
}

/** A map whose values are all made alike. */
export class LazyMap extends MapValue {
  private names: readonly string[] | undefined;

  constructor(
    private readonly data: Data,
    private readonly read: ReadValue,
  ) {
    super();
  }

  get size(): number {
    return this.memberNames().length;
  }

  find(key: Value): Value | undefined {
    return this.has(key) ? this.read(this.data[key as string]) : undefined;
  }

  override has(key: Value): boolean {
    if (typeof key !== 'string') throw noSuchOverload();
    return Object.hasOwn(this.data, key);
  }

  keys(): Iterable<Value> {
    return this.memberNames();
  }

  private memberNames(): readonly string[] {
    this.names ??= Object.keys(this.data);
    return this.names;
  }
}

/** A map whose values are computed when they are asked for first. What the computation throws is thrown each time. */
export class ComputedMap extends MapValue {
  private readonly known = new Map<string, Value | EvaluationError>();

  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly compute: (name: string) => Value,
  ) {
    super();
  }

  get size(): number {
    return this.names.size;
  }

  keys(): Iterable<Value> {
    return this.names;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string' || !this.names.has(key)) return undefined;
    let known = this.known.get(key);
    if (known === undefined) this.known.set(key, (known = this.computed(key)));
    if (known instanceof EvaluationError) throw known;
    return known;
  }

  private computed(name: string): Value | EvaluationError {
    try {
      return this.compute(name);
    } catch (error) {
      if (error instanceof EvaluationError) return error;
      throw error;
    }
  }
}
