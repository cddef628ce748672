/** The place of a value inside an object, as validation errors write it: `spec.ports[0].name`, `metadata.labels[a.b/c]`. */
export class FieldPath {
  private constructor(private readonly text: string) {}

  /** Starts a path at a top-level field, or at the object itself when no name is given. */
  static of(...names: string[]): FieldPath {
    return new FieldPath(names.join('.'));
  }

  /** The path of a member, or of a member's member. */
  child(...names: string[]): FieldPath {
    const tail = names.join('.');
    return new FieldPath(this.text === '' ? tail : `${this.text}.${tail}`);
  }

  /** The path of a list element. */
  index(i: number): FieldPath {
    return new FieldPath(`${this.text}[${i}]`);
  }

  /** The path of a map value. */
  key(k: string): FieldPath {
    return new FieldPath(`${this.text}[${k}]`);
  }

  toString(): string {
    return this.text === '' ? '<nil>' : this.text;
  }
}
